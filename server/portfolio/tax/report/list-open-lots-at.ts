import type { CoinId, Instant } from '#contract/units.ts';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import type { OpenLot } from '../../ledger/engine/lot.ts';
import { type LedgerRun, type RunCoin, runAccount } from './ledger-run.ts';

export interface OpenRow {
  readonly coinId: CoinId;
  readonly lot: OpenLot;
}

/** Lots open just before an instant, sorted by coin id. */
export function listOpenLotsAt(run: LedgerRun, choice: MethodChoice | RunCoin, at: Instant): OpenRow[] {
  return [...run.coins.values()]
    .toSorted((a, b) => (a.coinId < b.coinId ? -1 : 1))
    .flatMap(({ coinId, events, problems }) => {
      const before = events.filter(({ entry }) => entry.occurredAt < at);
      const { open } =
        typeof choice === 'function'
          ? choice({ coinId, events: before, problems: [...problems] })
          : runAccount(before, choice);
      return open.map((lot) => ({ coinId, lot }));
    });
}
