import { ask } from '../api';
import type { TableCard, LessonCard, LessonText } from '../wire';

/** Lessons, as the house is asked for them. */

export const lessons = (): Promise<LessonCard[]> => ask('GET', '/api/lessons');
export const lessonIn = (language: string, name: string): Promise<LessonText> =>
  ask('GET', `/api/lessons/${language}/${name}`);
export const playLesson = (name: string, anew = false): Promise<TableCard> =>
  ask('POST', '/api/lessons', { name, anew });
