import type { Amount, Money } from './fixed-point.ts';

export type EntryType =
  | 'buy'
  | 'sell'
  | 'swap'
  | 'transfer'
  | 'income'
  | 'gift_in'
  | 'gift_out'
  | 'spend'
  | 'loss'
  | 'fee'
  | 'opening';

export interface CoinLeg {
  readonly coinId: string;
  readonly amount: Amount;
}

export interface MoneyLeg {
  /** ISO code, upper case. */
  readonly currency: string;
  readonly amount: Money;
}

export type Leg = CoinLeg | MoneyLeg;

/** A lot named by a disposal. */
export interface LotPick {
  readonly transactionId: string;
  readonly amount: Amount;
  /** It is taken by every method, not by `specific` alone. */
  readonly isBinding?: boolean;
}

/** A transaction as the engine sees it. Legs are as in contract 9, `type` by `type`. */
export interface LedgerEntry {
  readonly id: string;
  readonly type: EntryType;
  /** Of income: where it comes from, such as `salary`. */
  readonly kind?: string | null;
  /** Milliseconds since 1970, UTC; so are all instants here. */
  readonly occurredAt: number;
  readonly in: Leg | null;
  readonly out: Leg | null;
  readonly fee: Leg | null;
  /** What the coin leg was worth, where no leg is money. */
  readonly value: MoneyLeg | null;
  readonly wallet: string;
  readonly toWallet: string | null;
  readonly lots: readonly LotPick[];
  /** When a donor had acquired what was given. */
  readonly acquiredAt: number | null;
  readonly isDateAssumed: boolean;
  /** By a country's rule: a swap's fee is a cost of what is given away, not of what comes in. */
  readonly isFeeOfGiven?: boolean;
  /** Of a row of a file: what was read of it. Null for what was typed. */
  readonly rowIdentity: string | null;
  readonly createdAt: number;
}

export const isCoin = (leg: Leg | null): leg is CoinLeg => leg !== null && 'coinId' in leg;
export const isMoney = (leg: Leg | null): leg is MoneyLeg => leg !== null && 'currency' in leg;

/** The coins that it touches. */
export function coinsOf({ in: into, out, fee }: LedgerEntry): string[] {
  const coins: string[] = [];
  if (isCoin(into)) coins.push(into.coinId);
  if (isCoin(out) && !coins.includes(out.coinId)) coins.push(out.coinId);
  if (isCoin(fee) && !coins.includes(fee.coinId)) coins.push(fee.coinId);
  return coins;
}

/** The wallet for places that nobody names. */
export const elsewhere = 'elsewhere';

/** Acquisitions come first at an instant, then what is both, then disposals and fees. */
export const ranks: Record<EntryType, number> = {
  buy: 0,
  income: 0,
  gift_in: 0,
  opening: 0,
  swap: 1,
  transfer: 1,
  sell: 2,
  gift_out: 2,
  spend: 2,
  loss: 2,
  fee: 2,
};

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The order of the ledger (contract 9, "Settled" 6): by instant; at one instant by type, then rows of files by what
 * they say, before what was typed; then by creation, then by id. So the order of entry changes no figure.
 */
export function compareEntries(a: LedgerEntry, b: LedgerEntry): number {
  return (
    a.occurredAt - b.occurredAt ||
    ranks[a.type] - ranks[b.type] ||
    compareRows(a.rowIdentity, b.rowIdentity) ||
    a.createdAt - b.createdAt ||
    compareText(a.id, b.id)
  );
}

function compareRows(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareText(a, b);
}
