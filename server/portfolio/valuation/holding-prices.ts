import type { Coin } from '#contract/market.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { MarketService } from '#server/market/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { HoldingPrice } from './performance.ts';

/** Returns a price, or why there is none, for every given id. */
export type GetPrices = (coinIds: Iterable<CoinId>) => Promise<Map<CoinId, HoldingPrice>>;

/** Coins outside the list that one portfolio may request at a time, because each may cost a call to the provider. */
const maxRequested = 50;
const minuteMs = 60_000;

const unavailable: HoldingPrice = { price: null, change24h: null, state: 'unavailable', asOf: null };
const gone: HoldingPrice = { price: null, change24h: null, state: 'gone', asOf: null };

/** Uses the market's snapshot. Coins outside it are requested, within the market's budget of calls. */
export function createHoldingPrices(market: MarketService, clock: Clock): GetPrices {
  async function request(coinId: CoinId): Promise<HoldingPrice> {
    try {
      const fetched = await market.getCoin(coinId);
      if (!fetched) return gone;
      const { market_data: figures, quarantined } = fetched.value;
      return goneWithoutPrice({
        price: figures.current_price.usd,
        change24h: figures.price_change_24h,
        state: quarantined ? 'quarantined' : fetched.isStale ? 'stale' : 'live',
        asOf: fetched.fetchedAt,
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'market_unavailable') return unavailable;
      throw error;
    }
  }

  return async (coinIds) => {
    const wanted = new Set(coinIds);
    const snapshot = market.snapshot();
    const prices = new Map<CoinId, HoldingPrice>();
    const isFresh = market.status().state === 'live';
    for (const coin of snapshot?.coins ?? []) {
      if (wanted.has(coin.id)) prices.set(coin.id, fromRow(coin, snapshot!.asOf, isFresh));
    }
    const missing = rotate(
      [...wanted].filter((coinId) => !prices.has(coinId)),
      clock.now(),
    );
    const fetched = snapshot ? await Promise.all(missing.slice(0, maxRequested).map(request)) : [];
    for (const [index, coinId] of missing.entries()) prices.set(coinId, fetched[index] ?? unavailable);
    return prices;
  };
}

function fromRow(coin: Coin, asOf: number, isFresh: boolean): HoldingPrice {
  const state = coin.quarantined ? 'quarantined' : isFresh && !coin.missing ? 'live' : 'stale';
  const quotedAt = coin.missing && coin.last_updated ? Date.parse(coin.last_updated) : asOf;
  return goneWithoutPrice({
    price: coin.current_price,
    change24h: coin.price_change_24h,
    state,
    asOf: quotedAt,
  });
}

function goneWithoutPrice(found: HoldingPrice): HoldingPrice {
  return found.price === null ? gone : found;
}

/** Starts with another coin every minute, so that each gets its turn even with a small budget. */
function rotate(coinIds: readonly CoinId[], now: Instant): CoinId[] {
  const first = Math.floor(now / minuteMs) % Math.max(1, coinIds.length);
  return [...coinIds.slice(first), ...coinIds.slice(0, first)];
}
