import type { CoinId, Instant } from '#contract/units.ts';
import { isCoin, type LedgerEntry, type Leg } from '../engine/entry.ts';
import { fixedPoint } from '../engine/fixed-point.ts';
import type { BalanceSteps, BalanceStepsByCoin } from './ledger-query.ts';

interface Change {
  readonly at: Instant;
  readonly amount: bigint;
}

/**
 * The balance of each coin over time. An opening with an assumed date was held for an unknown time before it was
 * entered, so it counts from the beginning.
 */
export function listBalanceSteps(entries: Iterable<LedgerEntry>): BalanceStepsByCoin {
  const changes = new Map<CoinId, Change[]>();
  const change = (leg: Leg | null, at: Instant, isOut: boolean) => {
    if (!isCoin(leg)) return;
    const known = changes.get(leg.coinId);
    const made = { at, amount: isOut ? -leg.amount : leg.amount };
    if (known) known.push(made);
    else changes.set(leg.coinId, [made]);
  };
  for (const entry of entries) {
    const at = entry.type === 'opening' && entry.isDateAssumed ? Number.NEGATIVE_INFINITY : entry.occurredAt;
    change(entry.in, at, false);
    // A transfer stays with the user; only its fee leaves.
    if (entry.type !== 'transfer') change(entry.out, at, true);
    change(entry.fee, at, true);
  }
  return new Map([...changes].map(([coinId, found]) => [coinId, addUp(found)]));
}

function addUp(changes: Change[]): BalanceSteps {
  changes.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  const steps = new Float64Array(changes.length * 2);
  let length = 0;
  let balance = 0n;
  for (const { at, amount } of changes) {
    balance += amount;
    if (length > 0 && steps[length - 2] === at) length -= 2;
    steps[length] = at;
    steps[length + 1] = toFloat(balance);
    length += 2;
  }
  return steps.slice(0, length);
}

const unit = 10 ** fixedPoint.amountPlaces;
/** The number of coins as a float. */
const toFloat = (amount: bigint): number => Number(amount) / unit;
