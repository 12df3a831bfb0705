import { describe, expect, it } from 'vitest';
import { type RunBacktest, runBacktestSchema } from '#contract/alerts/alerts.ts';
import type { PricePoint } from '#contract/market.ts';
import { createFindCoin } from '#server/market/coins/find-coin.ts';
import { createCurrencyHistory } from '#server/market/currencies/service.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { FakeMarket, fakeCoin, fakeNow, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { fakeRateService } from '../../../tests/support/market/fake-rates.ts';
import { createBacktestService } from './service.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Hourly prices, the newest now. */
function hourly(prices: readonly number[]): PricePoint[] {
  return prices.map((price, place) => [fakeNow - (prices.length - 1 - place) * hour, price]);
}

function prepare(prices: readonly PricePoint[], parts: Parameters<typeof fakeCoin>[1] = {}) {
  const market = new FakeMarket(fakeSnapshot({ coins: [fakeCoin('bitcoin', parts)] }));
  const history = { prices: [...prices], market_caps: [], total_volumes: [] };
  market.onDemand.histories.set('bitcoin', { value: history, fetchedAt: fakeNow, isStale: false });
  const rates = fakeRateService();
  const currencyHistory = createCurrencyHistory({
    market,
    upstream: () => undefined,
    rates,
    clock: { now: () => fakeNow },
  });
  const service = createBacktestService({ market, rates, currencyHistory, findCoin: createFindCoin(market) });
  const above110 = { coinId: 'bitcoin', condition: 'price_above', threshold: '110' };
  return {
    market,
    run: (wanted: Partial<RunBacktest> = {}, tier: 'free' | 'pro' | 'premium' = 'free') =>
      service.run({ tier }, runBacktestSchema.parse({ ...above110, ...wanted })),
  };
}

describe('a backtest', () => {
  it('lists the crossings with time and price, newest first', async () => {
    const { run, market } = prepare(hourly([120, 100, 111, 112, 100, 110, 105]));
    expect(await run()).toEqual({
      coinId: 'bitcoin',
      currency: 'usd',
      days: 7,
      source: 'coingecko',
      count: 2,
      firings: [
        { at: new Date(fakeNow - hour).toISOString(), price: '110', change24h: null },
        { at: new Date(fakeNow - 4 * hour).toISOString(), price: '111', change24h: null },
      ],
      from: new Date(fakeNow - 6 * hour).toISOString(),
      to: new Date(fakeNow).toISOString(),
      points: 7,
      now: { price: '100', change24h: '1.01', asOf: new Date(fakeNow).toISOString(), holds: false },
    });
    expect(market.calls).toEqual(['getHistory bitcoin 8 auto']);
  });

  it('covers the requested days, and one more for the 24h change', async () => {
    const prices = hourly([...Array<number>(7 * 24).fill(100), ...Array<number>(24).fill(106), 100]);
    const { run } = prepare(prices);
    const backtest = await run({ condition: 'change_24h_above', threshold: '5' });
    expect(backtest).toMatchObject({ count: 1, points: 7 * 24 + 1 });
    expect(backtest.firings).toEqual([
      { at: new Date(fakeNow - day).toISOString(), price: '106', change24h: '6' },
    ]);
  });

  it('skips crossings during the cooldown of a repeating alert', async () => {
    const prices = hourly([100, 110, 100, 110, 100, 110]);
    const { run } = prepare(prices);
    expect((await run({ repeat: 'every', cooldownMinutes: 180 })).count).toBe(2);
    expect((await run()).count).toBe(3);
  });

  it('lists at most a hundred firings, and counts all', async () => {
    const { run } = prepare(hourly(Array.from({ length: 168 }, (_, place) => (place % 2 ? 111 : 100))));
    const { count, firings } = await run();
    expect([count, firings.length]).toEqual([84, 84]);
    const long = Array.from({ length: 720 }, (_, place) => (place % 2 ? 111 : 100));
    const month = await prepare(hourly(long)).run({ days: 30 }, 'pro');
    expect([month.count, month.firings.length]).toEqual([360, 100]);
    expect(month.firings[0]!.at).toBe(new Date(fakeNow).toISOString());
  });

  it.each([
    ['110.000000000000000001', 110, false],
    ['110', 110, true],
    ['109.999999999999999999', 110, true],
  ])('compares %s with %d to the last digit', async (threshold, price, holds) => {
    const { run } = prepare([], { current_price: price });
    expect((await run({ threshold })).now).toMatchObject({ holds });
  });

  it('has no figures for a coin without quotes', async () => {
    const { run } = prepare([], { price_change_percentage_24h: null, current_price: null });
    expect(await run()).toMatchObject({ count: 0, from: null, to: null, points: 0, now: null });
    const { run: change } = prepare([], { price_change_percentage_24h: null });
    expect((await change({ condition: 'change_24h_below', threshold: '-5' })).now).toMatchObject({
      change24h: null,
      holds: false,
    });
  });

  it('answers with the current state while no history is available', async () => {
    const { run, market } = prepare([]);
    market.getHistory = () => Promise.reject(new AppError('market_unavailable', 'Not now.'));
    expect(await run()).toMatchObject({ count: 0, points: 0, now: { holds: false } });
    market.publish(fakeSnapshot({ coins: [fakeCoin('bitcoin', { current_price: null })] }));
    await expect(run()).rejects.toMatchObject({ code: 'market_unavailable' });
  });

  it('refuses days beyond the plan, and names the plan that has them', async () => {
    const { run, market } = prepare(hourly([100]));
    await expect(run({ days: 30 })).rejects.toMatchObject({
      code: 'plan_required',
      details: { requiredTier: 'pro' },
    });
    expect((await run({ days: 365 }, 'pro')).days).toBe(365);
    expect(market.calls).toEqual(['getHistory bitcoin 365 auto']);
  });

  it('refuses an unknown coin', async () => {
    const { run } = prepare([]);
    await expect(run({ coinId: 'made-up' })).rejects.toMatchObject({ code: 'not_found' });
  });
});
