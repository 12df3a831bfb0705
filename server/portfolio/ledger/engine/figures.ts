import type { Disposal } from './coin-account.ts';
import type { Problem } from './coin-event.ts';
import type { LedgerEntry } from './entry.ts';
import type { Amount, Money } from './fixed-point.ts';
import type { OpenLot } from './lot.ts';

/** A value of a transaction; null: not known. */
export interface DatedValue {
  readonly entry: LedgerEntry;
  readonly value: Money | null;
}

/** What is held of one coin, and what it has come to. Money is in the valuer's currency. */
export interface CoinFigures {
  readonly coinId: string;
  /** The balance over all wallets, also below zero. */
  readonly amount: Amount;
  readonly wallets: ReadonlyMap<string, Amount>;
  /** Of what has a known cost; null where nothing of what is held has one. */
  readonly costBasis: Money | null;
  readonly amountWithCost: Amount;
  readonly amountWithoutCost: Amount;
  /** Of disposals of which all is known; null where there are others alone. */
  readonly realized: Money | null;
  readonly income: Money | null;
  readonly fees: Money | null;
  readonly incomes: readonly DatedValue[];
  readonly listFees: () => readonly DatedValue[];
  readonly lots: readonly OpenLot[];
  readonly disposals: readonly Disposal[];
  /** How many disposals have a part of unknown cost. */
  readonly unknownDisposals: number;
  readonly firstAcquiredAt: number | null;
  /** It has more than openings without a fee. */
  readonly isTraded: boolean;
  readonly problems: readonly Problem[];
}

/** The sum of what is known; null where there is something and none of it is known. */
export function sumKnown(values: readonly (bigint | null)[]): bigint | null {
  let sum: bigint | null = values.length === 0 ? 0n : null;
  for (const value of values) if (value !== null) sum = (sum ?? 0n) + value;
  return sum;
}
