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
  /** A currency code in upper case. */
  readonly currency: string;
  readonly amount: Money;
}

export type Leg = CoinLeg | MoneyLeg;

/** A lot chosen for a disposal. */
export interface LotPick {
  readonly transactionId: string;
  readonly amount: Amount;
  /** Whether every method uses it, not only `specific`. */
  readonly isBinding?: boolean;
}

/** A transaction as the engine sees it. Which legs there are depends on `type`. */
export interface LedgerEntry {
  readonly id: string;
  readonly type: EntryType;
  /** The kind of an income, such as `salary`. */
  readonly kind?: string | null;
  /** In milliseconds since 1970 UTC, like all instants here. */
  readonly occurredAt: number;
  readonly in: Leg | null;
  readonly out: Leg | null;
  readonly fee: Leg | null;
  /** The market value of the coin leg, if no leg is money. */
  readonly value: MoneyLeg | null;
  readonly wallet: string;
  readonly toWallet: string | null;
  readonly lots: readonly LotPick[];
  /** For a gift: when the donor acquired the coins. */
  readonly acquiredAt: number | null;
  readonly isDateAssumed: boolean;
  /** Set by a country's rule: a swap's fee is a cost of the coin given away instead of the one received. */
  readonly isFeeSellingCost?: boolean;
  /** For a row of an imported file: its identity. Null for manual entries. */
  readonly rowIdentity: string | null;
  readonly createdAt: number;
  /** The coins of its legs, if many entries share the list. */
  readonly coins?: readonly string[];
}

export const isCoin = (leg: Leg | null): leg is CoinLeg => leg !== null && 'coinId' in leg;
export const isMoney = (leg: Leg | null): leg is MoneyLeg => leg !== null && 'currency' in leg;

/** The ids of the coins that an entry affects, each once. */
export function coinsOf(entry: LedgerEntry): readonly string[] {
  if (entry.coins) return entry.coins;
  const { in: into, out, fee } = entry;
  const coins: string[] = [];
  if (isCoin(into)) coins.push(into.coinId);
  if (isCoin(out) && !coins.includes(out.coinId)) coins.push(out.coinId);
  if (isCoin(fee) && !coins.includes(fee.coinId)) coins.push(fee.coinId);
  return coins;
}

const [none, coin, money] = [0, 1, 2];
const kindOf = (leg: Leg | null) => (isMoney(leg) ? money : leg?.amount ? coin : none);
/** A bit for each pair of `in` and `out`, so that checking every entry of a large ledger is fast. */
const sides = (into: number, out: number) => 1 << (into * 3 + out);

const coinForMoney = sides(coin, none) | sides(coin, money);
const sidesOf: Record<EntryType, number> = {
  buy: coinForMoney,
  opening: coinForMoney,
  sell: sides(money, coin),
  swap: sides(coin, coin),
  income: sides(coin, none),
  gift_in: sides(coin, none),
  transfer: sides(none, coin),
  gift_out: sides(none, coin),
  spend: sides(none, coin),
  loss: sides(none, coin),
  fee: sides(none, coin) | sides(none, money),
};

/** Whether the legs are those of the type. Earlier versions accepted other combinations from files. */
export const hasRightSides = (type: EntryType, into: Leg | null, out: Leg | null): boolean =>
  (sidesOf[type] & sides(kindOf(into), kindOf(out))) !== 0;

/** The id of the wallet for places that aren't named. */
export const elsewhere = 'elsewhere';

/** At the same instant, acquisitions come first, then entries that are both, then disposals and fees. */
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
 * The order of the ledger: by instant; at the same instant by type, then rows of files by identity, before manual
 * entries; then by creation time and id. So figures don't depend on the order in which transactions were entered.
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
