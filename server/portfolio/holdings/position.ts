import type { LedgerHolding } from '#contract/ledger/figures.ts';
import type { Holding } from '#contract/portfolio.ts';
import type { DecimalText } from '#contract/units.ts';
import {
  formatAmount,
  formatMoney,
  parseAmount,
  parseMoney,
  unitCostOf,
} from '../ledger/engine/fixed-point.ts';
import { padWhole, type TransactionRow } from '../ledger/transactions/transaction-row.ts';

/** An item of the older calls, with what is known of its cost besides its purchase price. */
export interface Position extends Holding {
  /** What was paid, in US dollars; null: not known. Where it is left out, it is amount × purchase price. */
  readonly cost?: DecimalText | null;
  /** The part of the amount that the cost leaves out. */
  readonly amountWithoutCost?: DecimalText;
}

/** What the ledger says of one coin, in US dollars. */
export interface CoinFigures
  extends Pick<
    LedgerHolding,
    | 'coinId'
    | 'symbol'
    | 'name'
    | 'amount'
    | 'costBasis'
    | 'averageCost'
    | 'unknownCostAmount'
    | 'firstAcquiredAt'
  > {
  /** It has more than openings without a fee. */
  readonly isTraded: boolean;
}

const dollars = 'USD';

/** An opening as its user wrote it. */
export function toHolding(row: TransactionRow): Holding {
  const { currency, amount: paid } = moneyOf(row);
  return {
    id: row.id,
    portfolioId: row.portfolio_id,
    coinId: row.in_coin ?? '',
    symbol: row.in_symbol ?? '',
    name: row.in_name ?? '',
    amount: row.in_amount ?? '0',
    purchasePrice: row.unit_price ?? (paid === null ? null : dividePrice(paid, row.in_amount ?? '1')),
    ...(currency === null || currency === dollars ? {} : { currency }),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** An opening, with its cost where that is no product of what stands in it. */
export function toPosition(
  row: TransactionRow,
  toDollars: (row: TransactionRow) => DecimalText | null,
): Position {
  const { currency, ...holding } = toHolding(row);
  const { amount: paid } = moneyOf(row);
  if (paid === null || (currency === undefined && row.unit_price !== null)) return holding;
  const cost = currency === undefined ? formatMoney(parseMoney(padWhole(paid))) : toDollars(row);
  return {
    ...holding,
    purchasePrice: cost === null ? null : dividePrice(cost, holding.amount),
    cost,
    amountWithoutCost: cost === null ? holding.amount : '0',
  };
}

/** What the ledger says of a coin that has more than openings. */
export function toDerivedPosition(portfolioId: string, figures: CoinFigures): Position {
  const { coinId, symbol, name, amount, costBasis, averageCost, unknownCostAmount, firstAcquiredAt } =
    figures;
  return {
    id: derivedId(coinId),
    portfolioId,
    coinId,
    symbol,
    name,
    amount,
    purchasePrice: averageCost,
    derived: true,
    createdAt: firstAcquiredAt ?? new Date(0).toISOString(),
    cost: averageCost === null ? null : costBasis,
    amountWithoutCost: unknownCostAmount,
  };
}

const derivedId = (coinId: string): string => `coin:${coinId}`;

/** What was paid for an opening, or what it was worth. */
export function moneyOf(row: TransactionRow): { currency: string | null; amount: DecimalText | null } {
  return row.out_amount === null
    ? { currency: row.value_currency, amount: row.value_amount }
    : { currency: row.out_currency, amount: row.out_amount };
}

/** Half-even to 18 places. */
function dividePrice(paid: DecimalText, amount: DecimalText): DecimalText {
  return formatAmount(unitCostOf(parseMoney(padWhole(paid)), parseAmount(padWhole(amount))));
}

/** amount × price, exact, without trailing zeros. */
export function multiplyPrice(amount: DecimalText, price: DecimalText): DecimalText {
  return formatMoney(parseAmount(padWhole(amount)) * parseAmount(padWhole(price)));
}
