import type { Ledger } from '../engine/ledger.ts';

const yearOf = (at: number) => new Date(at).getUTCFullYear();

/** The UTC years with disposals or income of these coins, newest first. */
export function listGainYears(ledger: Ledger, coinIds: readonly string[]): number[] {
  const years = new Set<number>();
  let [from, to] = [0, 0];
  for (const coinId of coinIds) {
    const figures = ledger.figuresOf(coinId);
    const disposed = (figures?.listDisposals() ?? []).map(({ event }) => event.entry);
    const received = (figures?.incomes ?? []).map(({ entry }) => entry);
    for (const { occurredAt } of [...disposed, ...received]) {
      // Most are in the year of the one before.
      if (occurredAt >= from && occurredAt < to) continue;
      const year = yearOf(occurredAt);
      [from, to] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
      years.add(year);
    }
  }
  return [...years].sort((a, b) => b - a);
}
