import { isCoin, type LedgerEntry } from '../engine/entry.ts';
import { fixedPoint } from '../engine/fixed-point.ts';
import type { BalanceChange, LedgerTrace } from '../returns/trace-ledger.ts';
import type { BalanceSteps, BalanceStepsByCoin } from './ledger-query.ts';

/**
 * The balance of each coin over time, from a ledger's entries and the changes of its balances. An opening with an assumed
 * date was held for an unknown time before it was entered, so it counts from the beginning.
 */
export function listBalanceSteps(
  entries: Iterable<LedgerEntry>,
  { changes }: Pick<LedgerTrace, 'changes'>,
): BalanceStepsByCoin {
  const all = new Map([...changes].map(([coinId, found]) => [coinId, [...found]]));
  for (const { type, isDateAssumed, in: into, occurredAt } of entries) {
    if (type !== 'opening' || !isDateAssumed || !isCoin(into)) continue;
    const { coinId, amount } = into;
    all.get(coinId)?.push({ at: Number.NEGATIVE_INFINITY, amount }, { at: occurredAt, amount: -amount });
  }
  return new Map([...all].map(([coinId, found]) => [coinId, addUp(found)]));
}

function addUp(changes: BalanceChange[]): BalanceSteps {
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
