type Some<T> = T extends object ? { [K in keyof T]?: Some<T[K]> } : T;

/** The fields of something that a test needs; the others are missing. */
export function some<T>(fields: Some<T>): T {
  return fields as T;
}
