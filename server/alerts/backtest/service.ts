import { isAboutPrice } from '#contract/alert-threshold.ts';
import type { Rehearsal, RehearseAlert } from '#contract/alerts.ts';
import type { PricePoint } from '#contract/market.ts';
import type { Tier } from '#contract/plans.ts';
import { refuseHistory } from '#server/billing/service.ts';
import type { FindCoin, MarketService } from '#server/market/service.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { toQuote } from '../evaluation/accepted-quotes.ts';
import { holds, toBound } from '../evaluation/bound.ts';
import { toPlainDecimal } from '../plain-decimal.ts';
import { rehearse } from './backtest.ts';

/** Tries an alert out before it is made. Refuses with `AppError`: `not_found`, `plan_required`, `market_unavailable`. */
export interface RehearsalService {
  rehearse(user: { readonly tier: Tier }, wanted: RehearseAlert): Promise<Rehearsal>;
}

const dayMs = 86_400_000;
/** The longest history there is at a fixed number of days. */
const longestDays = 365;
/** The newest firings that are listed; all are counted. */
const mostListed = 100;

export function createRehearsalService({
  market,
  findCoin,
}: {
  market: MarketService;
  findCoin: FindCoin;
}): RehearsalService {
  return {
    async rehearse({ tier }, wanted) {
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
      const { firings, from, to, points } = rehearse(prices, alert, newest - days * dayMs);
      return {
        coinId,
        days,
        source: market.status().source,
        count: firings.length,
        firings: firings
          .slice(-mostListed)
          .reverse()
          .map(({ at, price, change }) => ({
            at: toText(at),
            price: toDecimal(price),
            change24h: change === null ? null : toDecimal(change),
          })),
        from: from === null ? null : toText(from),
        to: to === null ? null : toText(to),
        points,
        now,
      };
    },
  };
}

/**
 * Empty where the history cannot be had at the moment, if there is something else to say (`isEnough`): whether the
 * condition holds already matters more.
 */
async function listPrices(
  market: MarketService,
  coinId: string,
  days: number,
  isEnough: boolean,
): Promise<readonly PricePoint[]> {
  try {
    // A day more than asked for tells the change over 24 hours at the first of them.
    const history = await market.getHistory(coinId, Math.min(days + 1, longestDays), 'auto');
    return history?.value.prices ?? [];
  } catch (error) {
    if (isEnough && error instanceof AppError && error.code === 'market_unavailable') return [];
    throw error;
  }
}

/** What an alert that is armed now would be armed by. */
function describeNow(
  market: MarketService,
  coinId: string,
  { condition, threshold }: RehearseAlert,
): Rehearsal['now'] {
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

function toDecimal(figure: number): string {
  return toPlainDecimal(String(figure));
}

function toText(instant: number): string {
  return new Date(instant).toISOString();
}
