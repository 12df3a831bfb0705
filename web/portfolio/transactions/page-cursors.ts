/** The cursors of a list's known pages. That of the first page is null. */
export type PageCursors = readonly (string | null)[];

/** The cursors before anything has loaded: only the first page is known. */
export const firstCursor: PageCursors = [null];

/**
 * Stores the `next` cursor that page `index` returned. If it differs from the known one, because a row before it was
 * added or deleted, the later cursors are dropped.
 */
export function withNext(cursors: PageCursors, index: number, next: string | null): PageCursors {
  if (index >= cursors.length || cursors[index + 1] === (next ?? undefined)) return cursors;
  const known = cursors.slice(0, index + 1);
  return next === null ? known : [...known, next];
}

/** The pages to request: those in view, plus the last known one if some in view are not known yet. */
export function pagesToFetch(cursors: PageCursors, seen: readonly number[]): number[] {
  const known = seen.filter((index) => index < cursors.length);
  return known.length === seen.length ? known : [...new Set([...known, cursors.length - 1])];
}
