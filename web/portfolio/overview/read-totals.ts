import type { LedgerHoldings } from '#contract/ledger/figures.ts';
import type { PortfolioPerformance } from '#contract/portfolio.ts';
import type { DecimalText } from '#contract/units.ts';
import { currencyOf } from '#web/lib/money/currency.ts';
import { compareDecimals, divideDecimals, isZero, sumDecimals } from '../decimal-sum.ts';

export interface TotalFigure {
  readonly name: 'Total Value' | 'Total P&L' | 'Total Invested' | '24h Change';
  /** In the currency of the totals. Null if not known. */
  readonly text: DecimalText | null;
  /** Only the two changes have one. */
  readonly percent: DecimalText | null;
  /** Shown with a sign and a colour. */
  readonly isChange?: true;
}

interface Totals {
  /** Undefined: amounts are dollars, to be shown in the reader's currency. */
  readonly currency: string | undefined;
  readonly figures: readonly [TotalFigure, TotalFigure, TotalFigure, TotalFigure];
}

/**
 * The four totals. Until the ledger's have loaded, they are those of the performance; then they are the ledger's, each
 * with a proof. If something has no cost or price, or has a cost but is not held (`isProven`), profit and cost follow the
 * rules of the performance: a part without a cost is all profit, a holding without a price counts in neither
 * (`explainTotal`). `isWaiting`: the ledger's totals in another currency are still loading, so only the value is known.
 */
export function readTotals(
  { totals }: Pick<PortfolioPerformance, 'totals'>,
  ledger: Pick<LedgerHoldings, 'currency' | 'holdings' | 'totals'> | undefined,
  isWaiting = false,
): Totals {
  if (!ledger && isWaiting) {
    return toTotals(undefined, totals.value, null, null, null, { text: null, percent: null });
  }
  const percent = totals.change24hPercent;
  if (!ledger) {
    const gainPercent = isZero(totals.invested) ? null : totals.pnlPercent;
    const change = { text: totals.change24h, percent };
    return toTotals('USD', totals.value, totals.pnl, gainPercent, totals.invested, change);
  }
  const { value, unrealized, unrealizedPercent, costBasis } = ledger.totals;
  const { digits } = currencyOf(ledger.currency);
  const isInDollars = ledger.currency === 'USD';
  const change = { text: isInDollars ? totals.change24h : dayChange(value, totals, digits), percent };
  if (!isProven(totals, ledger)) {
    const { invested, gain, gainPercent } = sumPriced(ledger);
    return toTotals(ledger.currency, value, gain, gainPercent, invested, change);
  }
  return toTotals(ledger.currency, value, unrealized, unrealizedPercent, costBasis, change);
}

/** Value less cost of the coins held that have a price. An unknown cost counts as zero. */
function sumPriced({ holdings, totals: { value } }: Pick<LedgerHoldings, 'holdings' | 'totals'>) {
  // Like the performance, without lots of coins with a zero balance, which are listed if all coins are.
  const invested = sumCosts(holdings.filter((holding) => holding.value !== null && !isZero(holding.amount)));
  if (value === null) return { invested, gain: null, gainPercent: null };
  const gain = sumDecimals([value, `-${invested}`]);
  return { invested, gain, gainPercent: percentOf(gain, invested) };
}

/** Money with its currency, in upper case. */
interface Cost {
  readonly amount: DecimalText;
  readonly currency: string;
}

/**
 * What the holdings without a price cost, in the currency of the totals: converting the dollars at today's rate would
 * not match costs that the ledger converts at each day's rate. Null if nothing is known, or, with `isWaiting`, not yet.
 */
export function readCostWithoutPrice(
  { totals }: Pick<PortfolioPerformance, 'totals'>,
  ledger: Pick<LedgerHoldings, 'currency' | 'holdings'> | undefined,
  isWaiting = false,
): Cost | null {
  if (!ledger && isWaiting) return null;
  const isInDollars = !ledger || ledger.currency === 'USD';
  const cost = isInDollars
    ? { amount: totals.investedWithoutPrice, currency: 'USD' }
    : { amount: sumCosts(ledger.holdings.filter(({ value }) => value === null)), currency: ledger.currency };
  return isZero(cost.amount) ? null : cost;
}

/** An unknown cost counts as zero. */
const sumCosts = (holdings: LedgerHoldings['holdings']): DecimalText => sumFigures(holdings, 'costBasis');

/** An unknown figure counts as zero. */
const sumFigures = (holdings: LedgerHoldings['holdings'], figure: 'costBasis' | 'unrealized'): DecimalText =>
  sumDecimals(holdings.map((holding) => holding[figure] ?? '0'));

/** A part as a percentage, rounded to 8 decimals. Null if the whole is zero. */
export function percentOf(part: DecimalText, whole: DecimalText): DecimalText | null {
  const ratio = divideDecimals(part, whole);
  return ratio === null ? null : (Number(ratio) * 100).toFixed(8);
}

/** Why a gain has no percentage. */
export function explainNoPercent(
  gain: DecimalText | null,
  { withoutCost, withoutPrice }: Pick<PortfolioPerformance['totals'], 'withoutCost' | 'withoutPrice'>,
): string {
  if (gain === null) return 'not known';
  if (withoutCost > 0) return 'no cost recorded';
  return withoutPrice > 0 ? 'no price' : 'nothing paid';
}

/**
 * Whether the profit and the cost shown are the ledger's, which have a proof: every holding has a cost and a price, and all
 * that has a cost is held. A coin that was sold before a purchase is known may have lots although its balance is zero.
 */
export function isProven(
  { withoutCost, withoutPrice }: Pick<PortfolioPerformance['totals'], 'withoutCost' | 'withoutPrice'>,
  { holdings, totals }: Pick<LedgerHoldings, 'holdings' | 'totals'>,
): boolean {
  if (withoutCost + withoutPrice > 0) return false;
  const held = holdings.filter(({ amount }) => !isZero(amount));
  return (['costBasis', 'unrealized'] as const).every(
    (figure) => compareDecimals(sumFigures(held, figure), totals[figure] ?? '0') === 0,
  );
}

function toTotals(
  currency: string | undefined,
  value: DecimalText | null,
  gain: DecimalText | null,
  gainPercent: DecimalText | null,
  invested: DecimalText | null,
  change: Pick<TotalFigure, 'text' | 'percent'>,
): Totals {
  return {
    currency,
    figures: [
      { name: 'Total Value', text: value, percent: null },
      { name: 'Total P&L', text: gain, percent: gainPercent, isChange: true },
      { name: 'Total Invested', text: invested, percent: null },
      { name: '24h Change', ...change, isChange: true },
    ],
  };
}

/**
 * The 24h change in the currency of a value, rounded to its digits. It is known in US dollars only, and often not of all
 * coins, so the value only tells the rate.
 */
function dayChange(
  value: DecimalText | null,
  { change24h, value: dollars }: PortfolioPerformance['totals'],
  digits: number,
): DecimalText | null {
  if (value === null || change24h === null || isZero(dollars)) return null;
  return ((Number(change24h) * Number(value)) / Number(dollars)).toFixed(digits);
}
