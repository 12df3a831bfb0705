import { isAboutPrice } from '#contract/alert-threshold.ts';
import type { Backtest, RunBacktest } from '#contract/alerts.ts';
import type { PricePoint } from '#contract/market.ts';
import type { Tier } from '#contract/plans.ts';
import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import { refuseHistory } from '#server/billing/service.ts';
import type { FindCoin, MarketService } from '#server/market/service.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { toQuote } from '../evaluation/accepted-quotes.ts';
import { holds, toBound } from '../evaluation/bound.ts';
import { toPlainDecimal } from '../plain-decimal.ts';
import { type BacktestResult, runBacktest } from './backtest.ts';

/** Tries an alert on past prices. Throws `AppError`: `not_found`, `plan_required`, `market_unavailable`. */
export interface BacktestService {
  run(user: { readonly tier: Tier }, wanted: RunBacktest): Promise<Backtest>;
}

const dayMs = 86_400_000;
/** The longest history with a fixed number of days. */
const maxDays = 365;
/** The newest firings that are listed; all are counted. */
const maxListed = 100;

export function createBacktestService({
  market,
  findCoin,
}: {
  market: MarketService;
  findCoin: FindCoin;
}): BacktestService {
  return {
    async run({ tier }, wanted) {
      const { days } = wanted;
      const refusal = refuseHistory(tier, days);
      if (refusal) throw refusal;
      const coin = await findCoin(wanted.coinId);
      if (!coin) throw new AppError('not_found', 'There is no such coin.');
      const { coinId } = coin;
      const now = describeNow(market, coinId, wanted);
      const prices = await listPrices(market, coinId, days, now !== null);
      const newest = prices.at(-1)?.[0] ?? 0;
      const alert = { ...wanted, cooldown_minutes: wanted.cooldownMinutes };
      const result = runBacktest(prices, alert, newest - days * dayMs);
      return { coinId, days, source: market.status().source, ...describeResult(result), now };
    },
  };
}

/** With the newest firing first. */
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

/** Without a history: throws, or gives nothing where the present state (`hasQuote`) is worth an answer. */
async function listPrices(
  market: MarketService,
  coinId: CoinId,
  days: number,
  hasQuote: boolean,
): Promise<readonly PricePoint[]> {
  try {
    // One more day, for the 24h change at the first point.
    const history = await market.getHistory(coinId, Math.min(days + 1, maxDays), 'auto');
    return history?.value.prices ?? [];
  } catch (error) {
    if (hasQuote && error instanceof AppError && error.code === 'market_unavailable') return [];
    throw error;
  }
}

/** The last accepted quote, by which an alert would be armed now. */
function describeNow(
  market: MarketService,
  coinId: CoinId,
  { condition, threshold }: RunBacktest,
): Backtest['now'] {
  const snapshot = market.snapshot();
  const row = snapshot?.coins.find(({ id }) => id === coinId);
  const quote = row && toQuote(row);
  if (!snapshot || !quote) return null;
  const figure = isAboutPrice(condition) ? quote.price : quote.change;
  return {
    price: toDecimal(quote.price),
    change24h: quote.change === null ? null : toDecimal(quote.change),
    asOf: toText(snapshot.asOf),
    holds: figure !== null && holds(condition, toBound(condition, threshold), figure),
  };
}

function toDecimal(figure: number): DecimalText {
  return toPlainDecimal(String(figure));
}

function toText(instant: Instant): string {
  return new Date(instant).toISOString();
}
