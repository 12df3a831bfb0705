import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CoinDetail, MarketSource, StreamQuote } from '#contract/market.ts';
import { pageCurrencyQuery } from '#web/lib/money/page-currency.ts';
import { FakePage } from '../../../tests/support/fake-page.ts';
import { fakeDetail } from '../../../tests/support/market/fake-market.ts';
import { makeRow } from '../../../tests/support/market/market-rows.ts';
import { FakeStream } from '../../../tests/support/streams/fake-stream.ts';
import { type CoinList, coinListQuery, coinQuery, statusQuery } from '../queries.ts';
import { type CoinQuote, coinQuotesQuery } from './coin-quotes.ts';
import type { LiveFigures } from './live-caches.ts';
import { followMarket } from './live-market.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 10, 12, 0, second)).toISOString();
const statusOf = (second: number, source: MarketSource = 'coingecko', state = 'live') => ({
  source,
  state,
  asOf: at(second),
});
const quote: StreamQuote = {
  id: 'bitcoin',
  current_price: 7,
  market_cap: 8,
  market_cap_rank: 2,
  total_volume: 9,
  price_change_percentage_24h: -50,
};
const event = (second: number, quotes: readonly StreamQuote[] = [quote], source = 'coingecko') => ({
  source,
  asOf: at(second),
  quotes,
});
const list: CoinList = { source: 'coingecko', asOf: at(10), rows: [makeRow()] };
const card: CoinQuote = {
  price: 1,
  change1h: 2,
  change24h: 3,
  change7d: 4,
  marketCap: 5,
  volume: 6,
  sparkline: null,
  updatedAt: at(1),
  isHeld: false,
  isMissing: false,
};
const listKey = coinListQuery().queryKey;
const coinKey = coinQuery('bitcoin').queryKey;
const cardsKey = coinQuotesQuery(['bitcoin', 'ethereum']).queryKey;

let server: FakeStream;
let queryClient: QueryClient;
let stop = () => {};
beforeEach(() => {
  // Without locks, each page has its own connection, which is enough here.
  vi.stubGlobal('navigator', {});
  new FakePage();
  server = new FakeStream();
  queryClient = new QueryClient();
  queryClient.setQueryData(listKey, list);
  queryClient.setQueryData(coinKey, fakeDetail('bitcoin'));
  queryClient.setQueryData(cardsKey, { bitcoin: card, ethereum: card });
  const market = statusOf(10) as { source: MarketSource; state: 'live'; asOf: string };
  queryClient.setQueryData(statusQuery().queryKey, {
    market,
    news: { state: 'off', asOf: null },
    version: '1',
    degraded: [],
  });
});
afterEach(() => {
  stop();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const states: string[] = [];
/** Follows a stream that starts with the given status. */
async function follow(figures: LiveFigures, status: object = statusOf(10)) {
  states.length = 0;
  stop = followMarket(queryClient, figures, (state) => states.push(state));
  await vi.waitFor(() => expect(server.connections).toHaveLength(1));
  server.last.open('q1', status);
  await vi.waitFor(() => expect(states.at(-1)).toBe('live'));
}
const send = (data: object, name = 'quotes') => server.last.send(name, data, 'q2');
/** Sets the API's answers. All of them have the same `price`. */
function answer(price: number, source: MarketSource, second: number): string[] {
  const calls: string[] = [];
  server.api = (path) => {
    calls.push(path);
    if (path.startsWith('/api/status')) return { market: statusOf(second, source) };
    if (path.startsWith('/api/cryptocurrencies/')) {
      const detail = fakeDetail('bitcoin');
      return { ...detail, market_data: { ...detail.market_data, current_price: { usd: price } } };
    }
    return [{ ...makeRow(), current_price: price, sparkline_in_7d: { price: [1] } }];
  };
  return calls;
}
const status = () => queryClient.getQueryData(statusQuery().queryKey)?.market;
const shownList = () => queryClient.getQueryData(listKey);
const listPrice = () => shownList()?.rows[0]?.current_price;
const shownCoin = () => queryClient.getQueryData<CoinDetail>(coinKey)!;
const shownCards = () => queryClient.getQueryData<Record<string, CoinQuote>>(cardsKey)!;

describe('the currency of the page', () => {
  it('follows the rates of the stream, and the rows keep their dollars', async () => {
    const chosen = { code: 'eur', rate: '0.9', asOf: at(1), state: 'live' } as const;
    queryClient.setQueryData(pageCurrencyQuery().queryKey, chosen);
    await follow('list');
    send({ base: 'usd', rates: { eur: 0.95, gbp: 0.8 }, asOf: at(20), state: 'live' }, 'rates');
    const shown = () => queryClient.getQueryData(pageCurrencyQuery().queryKey);
    await vi.waitFor(() => expect(shown()).toEqual({ ...chosen, rate: '0.95', asOf: at(20) }));
    const volume = 123_456_789.25;
    send(event(20, [{ ...quote, total_volume: volume }]));
    await vi.waitFor(() => expect(listPrice()).toBe(7));
    // A page in dollars keeps only the digits shown.
    expect(shownList()?.rows[0]?.total_volume).toBe(volume);
    send({ base: 'usd', rates: { gbp: 0.8 }, asOf: at(21), state: 'live' }, 'rates');
    send(event(22, [{ ...quote, current_price: 8 }]));
    await vi.waitFor(() => expect(listPrice()).toBe(8));
    expect(shown()?.rate).toBe('0.95');
  });
});

describe('the rows of the table', () => {
  it('change with the quotes, and so does the age of the page', async () => {
    await follow('list');
    send(event(20));
    await vi.waitFor(() => expect(listPrice()).toBe(7));
    expect([shownList()?.asOf, status()?.asOf]).toEqual([at(20), at(20)]);
    expect(shownCoin().market_data.current_price.usd).toBe(1);
    expect(shownCards().bitcoin).toBe(card);
  });

  it('stay if the quotes are older', async () => {
    await follow('list');
    send(event(5));
    send(statusOf(10, 'coingecko', 'stale'), 'status');
    await vi.waitFor(() => expect(status()?.state).toBe('stale'));
    expect(shownList()).toBe(list);
    expect(status()?.asOf).toBe(at(10));
  });

  it('are refetched on quotes of another source, so that the two never mix', async () => {
    answer(5, 'simulated', 20);
    await follow('list');
    send(event(20, [quote], 'simulated'));
    await vi.waitFor(() => expect(listPrice()).toBe(5));
    expect(shownList()?.source).toBe('simulated');
  });

  it('are refetched when the market’s source changes', async () => {
    answer(5, 'simulated', 11);
    await follow('list', statusOf(11, 'simulated'));
    await vi.waitFor(() => expect(listPrice()).toBe(5));
  });

  it('are refetched when quotes were missed', async () => {
    answer(5, 'coingecko', 20);
    await follow('list');
    send(['quotes'], 'reset');
    await vi.waitFor(() => expect(listPrice()).toBe(5));
  });

  it('are refetched if newer quotes were sent before the page listened', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer(5, 'coingecko', 20);
    await follow('list', statusOf(20));
    await vi.advanceTimersByTimeAsync(3_000);
    await vi.waitFor(() => expect(listPrice()).toBe(5));
  });

  it('are not refetched if the newer quotes arrive in time', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = answer(5, 'coingecko', 20);
    await follow('list', statusOf(20));
    send(event(20));
    await vi.waitFor(() => expect(listPrice()).toBe(7));
    await vi.advanceTimersByTimeAsync(3_000);
    expect([listPrice(), calls]).toEqual([7, []]);
  });

  it('stop changing once nothing follows the stream', async () => {
    await follow('list');
    stop();
    expect(server.openCount).toBe(0);
  });
});

describe('a coin with its details', () => {
  it("has the stream's price, and the figures derived from it", async () => {
    await follow('coin');
    send(event(20, [{ ...quote, current_price: 0.5, quarantined: true }]));
    await vi.waitFor(() => expect(shownCoin().market_data.current_price.usd).toBe(0.5));
    expect(shownCoin()).toMatchObject({
      market_cap_rank: 2,
      // A held-back quote keeps its age.
      last_updated: null,
      quarantined: true,
      market_data: {
        market_cap: { usd: 8 },
        total_volume: { usd: 9 },
        price_change_percentage_24h: -50,
        price_change_24h: -0.5,
        high_24h: { usd: 1 },
        low_24h: { usd: 0.5 },
        last_updated: null,
      },
    });
    send(event(21, [{ ...quote, missing: true }]));
    await vi.waitFor(() => expect(shownCoin().missing).toBe(true));
    expect(shownCoin().last_updated).toBeNull();
    send(event(22));
    await vi.waitFor(() => expect(shownCoin().last_updated).toBe(at(22)));
    expect(shownCoin().market_data.current_price.usd).toBe(7);
    expect(shownCoin().market_data.high_24h.usd).toBe(7);
    expect(shownCoin()).not.toHaveProperty('quarantined');
    expect(shownCoin()).not.toHaveProperty('missing');
  });

  it('stays the same object, with the same age, if the quote changes nothing', async () => {
    await follow('coin');
    send(event(20));
    await vi.waitFor(() => expect(shownCoin().last_updated).toBe(at(20)));
    const before = shownCoin();
    send(event(30));
    await vi.waitFor(() => expect(status()?.asOf).toBe(at(30)));
    expect(shownCoin()).toBe(before);
  });

  it('keeps the age of its price if only other figures change', async () => {
    const detail = fakeDetail('bitcoin');
    const data = { ...detail.market_data, last_updated: at(1) };
    queryClient.setQueryData(coinKey, { ...detail, last_updated: at(1), market_data: data });
    await follow('coin');
    send(event(20, [{ ...quote, current_price: 1 }]));
    await vi.waitFor(() => expect(shownCoin().market_cap_rank).toBe(2));
    expect(shownCoin()).toMatchObject({ last_updated: at(1), market_data: { last_updated: at(1) } });
  });

  it.each([
    ['another source', event(20, [quote], 'simulated'), 'quotes'],
    ['a gap', ['quotes'], 'reset'],
  ])('is marked as out of date after %s', async (_name, data, name) => {
    await follow('coin');
    send(data, name);
    await vi.waitFor(() => expect(queryClient.getQueryState(coinKey)?.isInvalidated).toBe(true));
    expect(shownCoin().market_data.current_price.usd).toBe(1);
    expect(queryClient.getQueryState(listKey)?.isInvalidated).toBe(false);
  });
});

describe('coins on cards', () => {
  it('have the quotes of the stream, and keep the fields that it lacks', async () => {
    await follow('cards');
    send(event(20));
    await vi.waitFor(() => expect(shownCards().bitcoin?.price).toBe(7));
    expect(shownCards()).toEqual({
      bitcoin: { ...card, price: 7, change24h: -50, marketCap: 8, volume: 9, updatedAt: at(20) },
      ethereum: card,
    });
    expect(shownCards().ethereum).toBe(card);
  });

  it('keep the age of a price if only other figures change', async () => {
    await follow('cards');
    send(event(20, [{ ...quote, current_price: 1 }]));
    await vi.waitFor(() => expect(shownCards().bitcoin?.marketCap).toBe(8));
    expect(shownCards().bitcoin?.updatedAt).toBe(at(1));
  });

  it('are refetched periodically, for the fields that the stream lacks', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await follow('cards');
    const heart = setInterval(() => server.last.write(':\n\n'), 15_000);
    await vi.advanceTimersByTimeAsync(290_000);
    send(event(20));
    await vi.waitFor(() => expect(shownCards().bitcoin?.price).toBe(7));
    expect(queryClient.getQueryState(cardsKey)?.isInvalidated).toBe(false);
    await vi.advanceTimersByTimeAsync(20_000);
    send(event(21));
    await vi.waitFor(() => expect(queryClient.getQueryState(cardsKey)?.isInvalidated).toBe(true));
    clearInterval(heart);
  });
});
