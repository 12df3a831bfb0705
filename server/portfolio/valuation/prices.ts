import type { Coin } from '#contract/market.ts';
import type { MarketService } from '#server/market/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { HeldPrice } from './performance.ts';

/** Gives what is known of the prices of coins, for every id asked. */
export type GetPrices = (coinIds: Iterable<string>) => Promise<Map<string, HeldPrice>>;

/** Coins outside the list that one portfolio may ask for at once: each may cost a call upstream. */
const maxAsked = 50;
const minute = 60_000;

const unavailable: HeldPrice = { price: null, change24h: null, state: 'unavailable', asOf: null };
const gone: HeldPrice = { price: null, change24h: null, state: 'gone', asOf: null };

/** From the market's snapshot; a coin outside it is asked for, within the market's budget of calls. */
export function createPrices(market: MarketService, clock: Clock): GetPrices {
  async function ask(coinId: string): Promise<HeldPrice> {
    try {
      const fetched = await market.getCoin(coinId);
      if (!fetched) return gone;
      const { market_data: figures, quarantined } = fetched.value;
      return toHeldPrice({
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
    const prices = new Map<string, HeldPrice>();
    const isFresh = market.status().state === 'live';
    for (const coin of snapshot?.coins ?? []) {
      if (wanted.has(coin.id)) prices.set(coin.id, fromRow(coin, snapshot!.asOf, isFresh));
    }
    const missing = rotate(
      [...wanted].filter((coinId) => !prices.has(coinId)),
      clock.now(),
    );
    const asked = snapshot ? await Promise.all(missing.slice(0, maxAsked).map(ask)) : [];
    for (const [index, coinId] of missing.entries()) prices.set(coinId, asked[index] ?? unavailable);
    return prices;
  };
}

function fromRow(coin: Coin, asOf: number, isFresh: boolean): HeldPrice {
  const state = coin.quarantined ? 'quarantined' : isFresh ? 'live' : 'stale';
  return toHeldPrice({ price: coin.current_price, change24h: coin.price_change_24h, state, asOf });
}

function toHeldPrice(held: HeldPrice): HeldPrice {
  return held.price === null ? gone : held;
}

/** Another first each minute: where the budget has calls for some only, each gets its turn. */
function rotate(coinIds: readonly string[], now: number): string[] {
  const first = Math.floor(now / minute) % Math.max(1, coinIds.length);
  return [...coinIds.slice(first), ...coinIds.slice(0, first)];
}
