/** The median: for an even count, the lower of the two middle figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted[(sorted.length - 1) >> 1];
  if (middle === undefined) throw new Error('No figures');
  return middle;
}

/** The given percentile of the figures. */
export function percentile(figures: readonly number[], percent: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const figure = sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
  if (figure === undefined) throw new Error('No figures');
  return figure;
}
