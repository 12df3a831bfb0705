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
import { padWhole, readEntryAmount, type TransactionRow } from '../ledger/transactions/transaction-row.ts';

/** A holding as in `/api/portfolio`, with cost details besides its purchase price. */
export interface Position extends Holding {
  /** The total cost in US dollars; null: unknown. If omitted, it is amount × purchase price. */
  readonly cost?: DecimalText | null;
  /** The part of the amount not included in the cost. */
  readonly amountWithoutCost?: DecimalText;
}

/** The ledger's figures for one coin, in US dollars. */
export interface HoldingFigures
  extends Pick<
    LedgerHolding,
    'coinId' | 'symbol' | 'name' | 'amount' | 'costBasis' | 'averageCost' | 'firstAcquiredAt'
  > {
  /** The amount less that of the lots with a cost. Negative if more coins went out than are known to have come in. */
  readonly amountWithoutCost: DecimalText;
  /** Whether it has anything besides openings without a fee. */
  readonly isTraded: boolean;
}

const dollars = 'USD';

/** An opening as a holding, as the user entered it. */
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

/** An opening as a position, with its cost if that isn't amount × purchase price. */
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

/** A position from the ledger's figures, for a coin that has more than openings. */
export function toDerivedPosition(portfolioId: string, figures: HoldingFigures): Position {
  const { coinId, symbol, name, amount, costBasis, averageCost, amountWithoutCost, firstAcquiredAt } =
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
    amountWithoutCost,
  };
}

const derivedId = (coinId: string): string => `coin:${coinId}`;

/** What was paid for an opening, or its market value. */
export function moneyOf(row: TransactionRow): { currency: string | null; amount: DecimalText | null } {
  return row.out_amount === null
    ? { currency: row.value_currency, amount: row.value_amount }
    : { currency: row.out_currency, amount: row.out_amount };
}

/** The price per coin, rounded half-even to 18 decimals; null for no coins. */
function dividePrice(paid: DecimalText, amount: DecimalText): DecimalText | null {
  const coins = readEntryAmount(amount);
  return coins === 0n ? null : formatAmount(unitCostOf(parseMoney(padWhole(paid)), coins));
}

/** amount × price, exact, without trailing zeros. */
export function multiplyPrice(amount: DecimalText, price: DecimalText): DecimalText {
  return formatMoney(parseAmount(padWhole(amount)) * parseAmount(padWhole(price)));
}
