import type { CoinId, Instant } from '#contract/units.ts';
import { isCoin, type LedgerEntry, type Leg } from '../ledger/engine/entry.ts';
import { formatAmount } from '../ledger/engine/fixed-point.ts';

/** From an instant on, so many coins were held. */
export type BalanceStep = readonly [at: Instant, amount: number];

/**
 * What was held of each coin over time. An opening with an assumed date was held before it was written down, since when is
 * not known: it counts from the beginning.
 */
export function listBalanceSteps(entries: readonly LedgerEntry[]): Map<CoinId, BalanceStep[]> {
  const changes = new Map<CoinId, { at: Instant; amount: bigint }[]>();
  const change = (leg: Leg | null, at: Instant, sign: bigint) => {
    if (!isCoin(leg)) return;
    const known = changes.get(leg.coinId) ?? [];
    known.push({ at, amount: sign * leg.amount });
    changes.set(leg.coinId, known);
  };
  for (const entry of entries) {
    const at = entry.type === 'opening' && entry.isDateAssumed ? Number.NEGATIVE_INFINITY : entry.occurredAt;
    change(entry.in, at, 1n);
    // A transfer stays with the user: only its fee goes.
    if (entry.type !== 'transfer') change(entry.out, at, -1n);
    change(entry.fee, at, -1n);
  }
  return new Map([...changes].map(([coinId, found]) => [coinId, addUp(found)]));
}

function addUp(changes: { at: Instant; amount: bigint }[]): BalanceStep[] {
  const steps: BalanceStep[] = [];
  let balance = 0n;
  changes.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  for (const { at, amount } of changes) {
    balance += amount;
    if (steps.at(-1)?.[0] === at) steps.pop();
    steps.push([at, Number(formatAmount(balance))]);
  }
  return steps;
}
