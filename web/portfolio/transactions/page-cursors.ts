/** Where the known pages of a list begin: `cursors[0]` is null, the first page's. */
export type PageCursors = readonly (string | null)[];

export const firstCursor: PageCursors = [null];

/**
 * The cursors after page `index` has said where the next begins. A cursor that has moved makes those after it unknown: a
 * row was added or deleted before it.
 */
export function withNext(cursors: PageCursors, index: number, next: string | null): PageCursors {
  if (index >= cursors.length || cursors[index + 1] === (next ?? undefined)) return cursors;
  const known = cursors.slice(0, index + 1);
  return next === null ? known : [...known, next];
}

/** The pages to ask for: those that are seen, or the last known one on the way to them. */
export function pagesToAsk(cursors: PageCursors, seen: readonly number[]): number[] {
  const known = seen.filter((index) => index < cursors.length);
  return known.length === seen.length ? known : [...new Set([...known, cursors.length - 1])];
}
