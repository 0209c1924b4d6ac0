import type { Pace } from './room';

/** From the calmest on. */
export const PACES: readonly Pace[] = ['pose', 'normal', 'fast', 'instant'];
