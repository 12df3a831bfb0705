/** The middle one of some figures (of an even number, the lower of the two). */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted[(sorted.length - 1) >> 1];
  if (middle === undefined) throw new Error('No figures');
  return middle;
}
