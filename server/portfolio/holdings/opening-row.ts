import type { AddHolding } from '#contract/portfolio.ts';
import type { Instant } from '#contract/units.ts';
import type { CoinName } from '#server/market/service.ts';
import type { PastValues } from '../ledger/calculator/past-values.ts';
import { ranks } from '../ledger/engine/entry.ts';
import { formatMoney, oneToOne, parseMoney, roundMoney, roundRate } from '../ledger/engine/fixed-point.ts';
import {
  padWhole,
  type TransactionRow,
  writeLeg,
  writeRowKey,
} from '../ledger/transactions/transaction-row.ts';
import { mainWallet } from '../ledger/wallets/wallet-id.ts';
import { moneyOf, multiplyPrice } from './position.ts';

/** The row of a new opening, dated now. */
export function toOpeningRow(
  { id, portfolioId, coin, now }: { id: string; portfolioId: string; coin: CoinName; now: Instant },
  { amount, purchasePrice, currency = 'USD' }: Pick<AddHolding, 'amount' | 'purchasePrice' | 'currency'>,
): Omit<TransactionRow, 'ordinal' | 'revision'> {
  return {
    id,
    portfolio_id: portfolioId,
    type: 'opening',
    kind: null,
    occurred_at: now,
    ...writeLeg('in', { ...coin, amount }),
    ...writeLeg('out', null),
    ...writeLeg('fee', null),
    ...priceColumns(amount, purchasePrice, currency),
    wallet: mainWallet.id,
    to_wallet: null,
    lots: null,
    note: null,
    source: 'position',
    import_id: null,
    external_id: null,
    acquired_at: null,
    is_date_assumed: 1,
    created_at: now,
    updated_at: now,
    type_rank: ranks.opening,
    row_key: writeRowKey(null),
    deleted_at: null,
  };
}

/** The columns for an amount and a unit price. */
export function priceColumns(amount: string, price: string | null, currency: string) {
  return {
    in_amount: amount,
    out_currency: price === null ? null : currency,
    out_amount: price === null ? null : multiplyPrice(amount, price),
    value_currency: null,
    value_amount: null,
    unit_price: price,
  };
}

/** A rate that is still being requested counts as unknown. */
const toValue = (rate: Awaited<ReturnType<PastValues['readRates']>>[number]) =>
  rate === 'pending' ? undefined : rate?.value;

/**
 * Reads the rates for openings in other currencies, and returns a function that gives their cost in dollars at the rate
 * of their day; null if there is no rate.
 */
export async function convertOpenings(
  readRates: PastValues['readRates'],
  openings: readonly TransactionRow[],
): Promise<(row: TransactionRow) => string | null> {
  const foreign = openings.filter((row) => ![null, 'USD'].includes(moneyOf(row).currency));
  const rates = await readRates(
    foreign.map((row) => ({
      currency: moneyOf(row).currency ?? '',
      day: new Date(row.occurred_at).toISOString().slice(0, 10),
    })),
  );
  const rateOf = new Map(foreign.map((row, index) => [row.id, toValue(rates[index] ?? null)]));
  return (row) => {
    const rate = rateOf.get(row.id);
    const { amount } = moneyOf(row);
    if (rate === undefined || amount === null) return null;
    return formatMoney(roundMoney(parseMoney(padWhole(amount)) * oneToOne, roundRate(rate)));
  };
}
