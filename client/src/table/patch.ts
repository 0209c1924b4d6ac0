import type { Change } from '../wire';

/**
 * The state after these changes. What they do not touch is the same object as before, so that
 * whoever draws a part can tell that it has not changed.
 */
export function patched<T>(old: T, changes: readonly Change[]): T {
  // what was copied for this message may be written to again
  const fresh = new Set<object>();
  let now: unknown = old;
  for (const change of changes) now = put(now, change.path, 0, change, fresh);
  return now as T;
}

function put(
  old: unknown,
  path: Change['path'],
  depth: number,
  change: Change,
  fresh: Set<object>,
): unknown {
  const key = path[depth];
  if (key === undefined) return change.value ?? null;
  const copy = writable(old, fresh);
  if (change.gone && depth === path.length - 1) delete copy[key];
  else copy[key] = put(copy[key], path, depth + 1, change, fresh);
  return copy;
}

function writable(old: unknown, fresh: Set<object>): Record<string | number, unknown> {
  if (typeof old !== 'object' || old === null) throw new Error('a patch leads nowhere');
  if (fresh.has(old)) return old as Record<string, unknown>;
  const copy = Array.isArray(old) ? [...(old as unknown[])] : { ...old };
  fresh.add(copy);
  return copy as unknown as Record<string, unknown>;
}
