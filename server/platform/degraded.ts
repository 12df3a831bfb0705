import type { Dependency } from '#contract/market.ts';

/** What this server does without at present, in the order given. */
export function createDegraded(
  isAway: Readonly<Partial<Record<Dependency, () => boolean>>>,
): () => Dependency[] {
  const sources = Object.entries(isAway) as [Dependency, () => boolean][];
  return () => sources.filter(([, check]) => check()).map(([name]) => name);
}
