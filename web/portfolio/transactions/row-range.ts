/** Rows rendered beyond each edge of the view, so that fast scrolling shows no gaps. */
const overscan = 8;

export interface RowRange {
  /** The first row to render. `end` is exclusive. */
  readonly first: number;
  readonly end: number;
}

/**
 * The rows of a long list to render. `top`: distance from the list's top down to the view's top; negative if the list
 * starts below it. Heights are in CSS pixels.
 */
export function rangeInView(total: number, rowHeight: number, top: number, viewHeight: number): RowRange {
  const first = Math.floor(top / rowHeight) - overscan;
  const end = Math.ceil((top + viewHeight) / rowHeight) + overscan;
  return { first: clamp(first, 0, total), end: clamp(end, 0, total) };
}

/** The pages (of `pageSize` rows) that a range spans. */
export function pagesOf({ first, end }: RowRange, pageSize: number): number[] {
  if (end <= first) return [];
  const [from, to] = [Math.floor(first / pageSize), Math.floor((end - 1) / pageSize)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
