import { isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import type { Backtest, RunBacktest } from '#contract/alerts/alerts.ts';
import { defaultCurrency, unknownCurrency } from '#contract/currencies/currency.ts';
import type { PricePoint } from '#contract/market.ts';
import type { Tier } from '#contract/plans.ts';
import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import { refuseHistory } from '#server/billing/service.ts';
import type { CurrencyHistory } from '#server/market/currencies/service.ts';
import type { RateService } from '#server/market/rates/service.ts';
import type { FindCoin, MarketService } from '#server/market/service.ts';
import { AppError, invalidField } from '#server/platform/http/app-error.ts';
import { convertPrice, pickFigure, toUnits } from '../currency/converted-price.ts';
import { formatConvertedPrice } from '../currency/firing-price.ts';
import { listFreshRates } from '../currency/quote-rates.ts';
import { toQuote } from '../evaluation/accepted-quotes.ts';
import { holds, toBound } from '../evaluation/bound.ts';
import { toPlainDecimal } from '../plain-decimal.ts';
import { type BacktestResult, runBacktest } from './backtest.ts';

/** Tries an alert on past prices. Throws `AppError`: `not_found`, `plan_required`, `market_unavailable`. */
export interface BacktestService {
  run(user: { readonly tier: Tier }, request: RunBacktest): Promise<Backtest>;
}

const dayMs = 86_400_000;
/** The longest history with a fixed number of days. */
const maxDays = 365;
/** How many of the newest firings are listed; all are counted. */
const maxListed = 100;

export interface BacktestDeps {
  readonly market: MarketService;
  readonly rates: Pick<RateService, 'isCurrency' | 'getTable'>;
  /** Price history in currencies other than dollars. */
  readonly currencyHistory: Pick<CurrencyHistory, 'getHistory'>;
  readonly findCoin: FindCoin;
}

export function createBacktestService({
  market,
  rates,
  currencyHistory,
  findCoin,
}: BacktestDeps): BacktestService {
  return {
    async run({ tier }, request) {
      const { days } = request;
      refuseUnknownCurrency(rates, request.currency);
      // Changes are always measured in dollars.
      const currency = isAboutPrice(request.condition) ? request.currency : defaultCurrency;
      const refusal = refuseHistory(tier, days);
      if (refusal) throw refusal;
      const coin = await findCoin(request.coinId);
      if (!coin) throw new AppError('not_found', 'There is no such coin.');
      const { coinId } = coin;
      const now = describeNow({ market, rates }, coinId, { ...request, currency });
      // One extra day, for the 24h change at the first point.
      const span = Math.min(days + 1, maxDays);
      const isForeign = currency !== defaultCurrency;
      const past = () =>
        isForeign
          ? currencyHistory.getHistory(coinId, span, 'auto', currency)
          : market.getHistory(coinId, span, 'auto');
      const prices = await listPrices(past, now !== null);
      const newest = prices.at(-1)?.[0] ?? 0;
      const alert = { ...request, cooldown_minutes: request.cooldownMinutes };
      const result = runBacktest(prices, alert, newest - days * dayMs);
      const shown = isForeign ? withoutChanges(result) : result;
      return { coinId, currency, days, source: market.status().source, ...describeResult(shown), now };
    },
  };
}

/** Drops the changes, because those computed from prices in another currency are not dollar changes. */
function withoutChanges(result: BacktestResult): BacktestResult {
  return { ...result, firings: result.firings.map((firing) => ({ ...firing, change: null })) };
}

function refuseUnknownCurrency(rates: BacktestDeps['rates'], currency: string): void {
  if (!rates.isCurrency(currency)) throw invalidField('currency', unknownCurrency);
}

/** Newest firing first. */
function describeResult({
  firings,
  from,
  to,
  points,
}: BacktestResult): Pick<Backtest, 'count' | 'firings' | 'from' | 'to' | 'points'> {
  return {
    count: firings.length,
    firings: firings
      .slice(-maxListed)
      .reverse()
      .map(({ at, price, change }) => ({
        at: toText(at),
        price: toDecimal(price),
        change24h: change === null ? null : toDecimal(change),
      })),
    from: from === null ? null : toText(from),
    to: to === null ? null : toText(to),
    points,
  };
}

/**
 * The price history. If it is unavailable but there is a quote, returns an empty list: the response then has only the
 * current state. Without a quote, throws `market_unavailable`.
 */
async function listPrices(
  getHistory: () => ReturnType<MarketService['getHistory']>,
  hasQuote: boolean,
): Promise<readonly PricePoint[]> {
  try {
    return (await getHistory())?.value.prices ?? [];
  } catch (error) {
    if (hasQuote && error instanceof AppError && error.code === 'market_unavailable') return [];
    throw error;
  }
}

/** The last accepted quote, which an alert would be armed with now. Null without a fresh rate of the currency. */
function describeNow(
  { market, rates }: Pick<BacktestDeps, 'market' | 'rates'>,
  coinId: CoinId,
  { condition, threshold, currency }: RunBacktest,
): Backtest['now'] {
  const snapshot = market.snapshot();
  const row = snapshot?.coins.find(({ id }) => id === coinId);
  const quote = row && toQuote(row);
  if (!snapshot || !quote) return null;
  const common = {
    change24h: quote.change === null ? null : toDecimal(quote.change),
    asOf: toText(snapshot.asOf),
  };
  if (currency === defaultCurrency) {
    const figure = isAboutPrice(condition) ? quote.price : quote.change;
    const isHolding = figure !== null && holds(condition, toBound(condition, threshold), figure);
    return { ...common, price: toDecimal(quote.price), holds: isHolding };
  }
  const rate = listFreshRates(rates.getTable(), snapshot).get(currency);
  if (rate === undefined) return null;
  const figure = pickFigure(condition, convertPrice(quote.price, rate));
  return {
    ...common,
    price: formatConvertedPrice(quote.price, rate, currency),
    holds: holds(condition, toUnits(threshold), figure),
  };
}

function toDecimal(figure: number): DecimalText {
  return toPlainDecimal(String(figure));
}

function toText(instant: Instant): string {
  return new Date(instant).toISOString();
}
