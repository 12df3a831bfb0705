import type { Dependency } from '#contract/market.ts';

/** Lists the dependencies that are currently unavailable, in the order given. */
export function createDegraded(
  isDown: Readonly<Partial<Record<Dependency, () => boolean>>>,
): () => Dependency[] {
  const sources = Object.entries(isDown) as [Dependency, () => boolean][];
  return () => sources.filter(([, check]) => check()).map(([name]) => name);
}
