import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayCurrencies } from '#contract/currencies/currency.ts';
import {
  candlesSchema,
  coinDetailSchema,
  coinSchema,
  globalSchema,
  historySchema,
} from '#contract/market.ts';
import { createSimulatedProvider } from './provider.ts';

const day = 86_400_000;
const instant = Date.UTC(2026, 10, 21, 8, 13, 27);
const signal = new AbortController().signal;
const clock = { time: instant, now: () => clock.time };
const provider = createSimulatedProvider({ clock });

/** Moves the shared provider to an instant; its answers must not depend on earlier instants. */
function at(time: number): typeof provider {
  clock.time = time;
  return provider;
}

const someCoin = fc.constantFrom(
  'bitcoin',
  'ethereum',
  'pepe',
  'tether',
  'wrapped-steth',
  'baby-doge-coin',
  'pax-gold',
);
const someInstant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 1, 15) });
const runs = { numRuns: 12 };

async function detailAt(coinId: string, time: number) {
  const detail = await at(time).getCoin(coinId, signal);
  return detail!.market_data;
}

describe('The simulated provider', () => {
  it('answers in the shapes of the contract', async () => {
    const { rows, rejected } = await at(instant).listCoins(signal);
    expect(rejected).toBe(0);
    expect(rows).toHaveLength(250);
    for (const row of rows) expect(coinSchema.parse(row)).toEqual(row);
    const detail = await provider.getCoin('chainlink', signal);
    expect(coinDetailSchema.parse(detail)).toEqual(detail);
    globalSchema.parse(await provider.getGlobal(signal));
    historySchema.parse(await provider.getHistory('bitcoin', 'max', 'daily', signal));
    candlesSchema.parse(await provider.listCandles('bitcoin', 7, signal));
  });

  it('ranks the coins by market cap, with bitcoin, ethereum and tether near the top', async () => {
    const { rows } = await at(instant).listCoins(signal);
    expect(rows.map((row) => row.market_cap_rank)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.map((row) => row.market_cap)).toEqual(
      rows.map((row) => row.market_cap).sort((a, b) => b! - a!),
    );
    const top = rows.slice(0, 6).map(({ id }) => id);
    expect(top[0]).toBe('bitcoin');
    expect(top).toEqual(expect.arrayContaining(['ethereum', 'tether']));
    for (const row of rows) {
      expect(row.market_cap).toBe(Math.round(row.current_price! * row.circulating_supply!));
      expect(row.sparkline_in_7d?.price.length).toBeLessThanOrEqual(30);
      expect(row.sparkline_in_7d?.price.at(-1)).toBe(row.current_price);
    }
  });

  it('agrees on a coin between its page and the list', async () => {
    const { rows } = await at(instant).listCoins(signal);
    const detail = await detailAt('solana', instant);
    const row = rows.find(({ id }) => id === 'solana')!;
    expect(detail.current_price.usd).toBe(row.current_price);
    expect(detail.ath.usd).toBe(row.ath);
    expect(detail.total_volume.usd).toBe(row.total_volume);
  });

  it('makes history, candles and changes agree with the live price', () =>
    fc.assert(
      fc.asyncProperty(someCoin, someInstant, async (coinId, time) => {
        const live = await detailAt(coinId, time);
        const price = live.current_price.usd!;
        const history = (await provider.getHistory(coinId, 1, 'auto', signal))!;
        expect(history.prices.at(-1)).toEqual([time, price]);
        expect(history.market_caps.at(-1)).toEqual([time, live.market_cap.usd]);
        const shown = history.prices.map(([, value]) => value);
        expect(live.high_24h.usd).toBe(Math.max(...shown));
        expect(live.low_24h.usd).toBe(Math.min(...shown));
        for (const days of [1, 7, 30, 365] as const) {
          const candles = (await provider.listCandles(coinId, days, signal))!;
          const [close, , , , last] = candles.at(-1)!;
          expect([close, last]).toEqual([time, price]);
        }
        const yesterday = await detailAt(coinId, time - day);
        const change = (price / yesterday.current_price.usd! - 1) * 100;
        expect(live.price_change_percentage_24h).toBeCloseTo(change, 4);
      }),
      runs,
    ));

  it('shows in the history what was live then', () =>
    fc.assert(
      fc.asyncProperty(someCoin, someInstant, fc.nat({ max: 28 }), async (coinId, time, back) => {
        const { prices } = (await at(time).getHistory(coinId, 30, 'auto', signal))!;
        const [then, price] = prices[prices.length - 2 - back * 24]!;
        const live = await detailAt(coinId, then);
        expect(live.current_price.usd).toBe(price);
      }),
      runs,
    ));

  it('never shows a price beyond the all-time high and low, which only ever widen', async () => {
    for (const coinId of ['bitcoin', 'pepe', 'tether']) {
      let [high, low] = [0, Number.POSITIVE_INFINITY];
      for (let time = instant; time < instant + 3 * day; time += 2.35 * 3_600_000) {
        const live = await detailAt(coinId, Math.floor(time));
        expect(live.ath.usd).toBeGreaterThanOrEqual(Math.max(high, live.high_24h.usd!));
        expect(live.atl.usd).toBeLessThanOrEqual(Math.min(low, live.low_24h.usd!));
        [high, low] = [live.ath.usd!, live.atl.usd!];
      }
      const { prices } = (await provider.getHistory(coinId, 'max', 'daily', signal))!;
      expect(Math.max(...prices.map(([, price]) => price))).toBeLessThanOrEqual(high);
      expect(Math.min(...prices.map(([, price]) => price))).toBeGreaterThanOrEqual(low);
    }
  });

  it('names the instant of the all-time high, when that was the live price', async () => {
    const live = await detailAt('cardano', instant);
    const then = await detailAt('cardano', Date.parse(live.ath_date.usd!));
    expect(then.current_price.usd).toBe(live.ath.usd);
    expect(then.ath.usd).toBe(live.ath.usd);
  });

  it('gives the same answers as a provider started now', async () => {
    await at(instant - 40 * day).getCoin('dogecoin', signal);
    const aged = await at(instant).getCoin('dogecoin', signal);
    const fresh = await createSimulatedProvider({ clock: { now: () => instant } }).getCoin(
      'dogecoin',
      signal,
    );
    expect(aged).toEqual(fresh);
  });

  it('sums the global figures over its coins', async () => {
    const global = await at(instant).getGlobal(signal);
    const { rows } = await provider.listCoins(signal);
    const sum = rows.reduce((total, row) => total + row.market_cap!, 0);
    expect(global.active_cryptocurrencies).toBeGreaterThanOrEqual(260);
    expect(global.total_market_cap.usd! / sum).toBeCloseTo(1, 1);
    const bitcoin = rows.find(({ id }) => id === 'bitcoin')!;
    const share = (bitcoin.market_cap! / global.total_market_cap.usd!) * 100;
    expect(global.market_cap_percentage.btc).toBeCloseTo(share, 9);
  });

  it.each([
    [1, 'auto', 300_000],
    [7, 'auto', 3_600_000],
    [90, 'auto', 3_600_000],
    [91, 'auto', day],
    [7, 'daily', day],
    ['max', 'auto', day],
  ] as const)('spaces the history of %s days (%s) by %i ms up to now', async (days, interval, step) => {
    const { prices } = (await at(instant).getHistory('bitcoin', days, interval, signal))!;
    expect(prices[1]![0] - prices[0]![0]).toBe(step);
    expect(prices[0]![0] % step).toBe(0);
    expect(prices.at(-1)![0]).toBe(instant);
    if (days !== 'max') expect(instant - prices[0]![0]).toBeLessThanOrEqual(days * day);
  });

  it('keeps the four prices of a candle in order', async () => {
    for (const days of [1, 7, 30, 365] as const) {
      const candles = (await at(instant).listCandles('solana', days, signal))!;
      for (const [index, [close, open, high, low, last]] of candles.entries()) {
        expect(high).toBeGreaterThanOrEqual(Math.max(open, last));
        expect(low).toBeLessThanOrEqual(Math.min(open, last));
        const next = candles[index + 1];
        if (next) expect([next[0] > close, next[1]]).toEqual([true, last]);
      }
    }
  });

  it('finds coins by symbol and name, exact matches and larger coins first', async () => {
    const first = async (query: string) => (await at(instant).searchCoins(query, signal)).rows[0]?.id;
    expect(await first('btc')).toBe('bitcoin');
    expect(await first(' Ethereum ')).toBe('ethereum');
    expect(await first('chain')).toBe('chainlink');
    expect((await provider.searchCoins('no such coin', signal)).rows).toEqual([]);
    expect((await provider.searchCoins('  ', signal)).rows).toEqual([]);
  });

  it('keeps the trending coins for an hour, with live prices', async () => {
    const hour = Math.floor(instant / 3_600_000) * 3_600_000;
    const early = (await at(hour + 60_000).listTrending(signal)).rows;
    const late = (await at(hour + 3_500_000).listTrending(signal)).rows;
    expect(early).toHaveLength(10);
    expect(late.map(({ id }) => id)).toEqual(early.map(({ id }) => id));
    expect(late[0]!.price).toBe((await detailAt(late[0]!.id, hour + 3_500_000)).current_price.usd);
  });

  it('has a rate for each currency that can always be chosen', async () => {
    const rates = await at(instant).getRates(signal);
    expect([...rates.keys()].toSorted()).toEqual(displayCurrencies.toSorted());
    const bitcoin = (await detailAt('bitcoin', instant)).current_price.usd!;
    expect(Number(rates.get('bits'))).toBeCloseTo(1e6 / bitcoin, 3);
  });

  it.each(['eur', 'btc', 'sats', 'yfi'])(
    'gives the past in %s, each point at the rate of its own time',
    async (code) => {
      const rateAt = async (time: number) => Number((await at(time).getRates(signal)).get(code));
      const dollars = (await at(instant).getHistory('ethereum', 7, 'auto', signal))!;
      const converted = (await at(instant).getHistory('ethereum', 7, 'auto', signal, code))!;
      expect(converted.prices).toHaveLength(dollars.prices.length);
      for (const place of [0, 60, dollars.prices.length - 1]) {
        const [time, price] = dollars.prices[place]!;
        expect(converted.prices[place]![0]).toBe(time);
        expect(converted.prices[place]![1] / (price * (await rateAt(time)))).toBeCloseTo(1, 9);
      }
      const candles = (await at(instant).listCandles('ethereum', 1, signal, code))!;
      const [closedAt, , high, low, close] = candles[3]!;
      const inDollars = (await at(instant).listCandles('ethereum', 1, signal))![3]!;
      expect(close / (inDollars[4] * (await rateAt(closedAt)))).toBeCloseTo(1, 9);
      expect(high).toBeGreaterThanOrEqual(low);
    },
  );

  it('refuses history in a currency that does not exist', async () => {
    await expect(at(instant).getHistory('bitcoin', 7, 'daily', signal, 'zzz')).rejects.toThrow();
  });

  it('does not know a coin that is not in its table', async () => {
    expect(await provider.getCoin('nope', signal)).toBeNull();
    expect(await provider.getHistory('nope', 7, 'daily', signal)).toBeNull();
    expect(await provider.listCandles('nope', 7, signal)).toBeNull();
  });

  it('describes every coin in plain words and links only to https addresses', async () => {
    for (const coinId of ['bitcoin', 'magic']) {
      const detail = (await provider.getCoin(coinId, signal))!;
      expect(detail.description.en).toMatch(/^[A-Z].{40,}\.$/);
      for (const address of detail.links.homepage) expect(address).toMatch(/^https:/);
    }
  });

  it('stops listing when it is aborted', async () => {
    await expect(provider.listCoins(AbortSignal.abort())).rejects.toThrow();
  });
});
