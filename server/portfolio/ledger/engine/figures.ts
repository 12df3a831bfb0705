import type { Disposal } from './coin-account.ts';
import type { Problem } from './coin-event.ts';
import type { LedgerEntry } from './entry.ts';
import type { Amount, Money } from './fixed-point.ts';
import type { OpenLot } from './lot.ts';

/** A transaction, and its value in one respect, such as its fee; null: unknown. */
export interface DatedValue {
  readonly entry: LedgerEntry;
  readonly value: Money | null;
}

/** One coin's holding and results. Money is in the valuer's currency. */
export interface CoinFigures {
  readonly coinId: string;
  /** The balance over all wallets; may be negative. */
  readonly amount: Amount;
  readonly wallets: ReadonlyMap<string, Amount>;
  /** Of the part with a known cost; null if no part of the holding has one. */
  readonly costBasis: Money | null;
  readonly amountWithCost: Amount;
  readonly amountWithoutCost: Amount;
  /** Over disposals whose gain is known; null if there are only others. */
  readonly realized: Money | null;
  readonly income: Money | null;
  readonly fees: Money | null;
  readonly incomes: readonly DatedValue[];
  readonly listFees: () => readonly DatedValue[];
  readonly lots: readonly OpenLot[];
  /** Lists the coin's disposals as of the call. */
  readonly listDisposals: () => readonly Disposal[];
  /** The number of disposals with a part of unknown cost. */
  readonly unknownDisposals: number;
  /** The number of disposals whose gain isn't known. */
  readonly unknownGains: number;
  readonly firstAcquiredAt: number | null;
  /** Whether it has anything besides openings without a fee. */
  readonly isTraded: boolean;
  readonly problems: readonly Problem[];
}

/** The sum of the known values; null if there are values but none is known. */
export function sumKnown(values: readonly (bigint | null)[]): bigint | null {
  let sum: bigint | null = values.length === 0 ? 0n : null;
  for (const value of values) if (value !== null) sum = (sum ?? 0n) + value;
  return sum;
}
