import { describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { parseDay, startOfDay } from '#server/platform/utc-day.ts';
import { FakeMarket, fakeCoin, fakeDetail, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { createCloseRecorder } from './close-recorder.ts';
import type { DailyClose } from './daily-closes.ts';

const at = (text: string) => Date.parse(`${text}Z`);

function snapshotAt(text: string, price: number, source: 'coingecko' | 'simulated' = 'coingecko') {
  const asOf = at(text);
  const coins = [fakeCoin('bitcoin', { current_price: price, last_updated: new Date(asOf).toISOString() })];
  return fakeSnapshot({ asOf, source, coins });
}

function open(now = at('2026-01-03T00:10')) {
  const saved: string[] = [];
  const note = async (closes: readonly DailyClose[]) => {
    for (const { coinId, day, source, price } of closes)
      saved.push(`${coinId} ${day - parseDay('2026-01-01')} ${source} ${price}`);
    return closes.length;
  };
  const recorder = createCloseRecorder({
    store: { addCloses: note },
    clock: { now: () => now },
    logger: { warn: () => undefined },
  });
  return { recorder, saved };
}

describe('recording closes', () => {
  it("keeps a day's last quotes when the next day begins", async () => {
    const { recorder, saved } = open();
    const market = new FakeMarket(snapshotAt('2026-01-01T23:58', 1));
    recorder.follow(market);
    market.publish(snapshotAt('2026-01-01T23:59', 2));
    market.publish(snapshotAt('2026-01-02T00:00', 3));
    market.publish(snapshotAt('2026-01-02T00:01', 4));
    await recorder.stop();
    expect(saved).toEqual(['bitcoin 0 own 2']);
    expect(market.listenerCount).toBe(0);
  });

  it('keeps the last quotes of a day that ended while the server was down', async () => {
    const { recorder, saved } = open(at('2026-01-02T07:00'));
    recorder.noteStored(snapshotAt('2026-01-01T20:00', 7));
    recorder.noteStored(snapshotAt('2026-01-02T06:00', 8));
    await recorder.stop();
    expect(saved).toEqual(['bitcoin 0 own 7']);
  });

  it('keeps nothing of a simulated market', async () => {
    const { recorder, saved } = open();
    const market = new FakeMarket(snapshotAt('2026-01-01T23:58', 1, 'simulated'));
    recorder.follow(market);
    market.publish(snapshotAt('2026-01-02T00:00', 3, 'simulated'));
    await recorder.stop();
    expect(saved).toEqual([]);
  });

  it('keeps a daily history once a day', async () => {
    const { recorder, saved } = open();
    const first: PricePoint = [startOfDay(parseDay('2026-01-02')), 5];
    const second: PricePoint = [startOfDay(parseDay('2026-01-03')), 6];
    const history = { prices: [first], market_caps: [], total_volumes: [] };
    const longer = { ...history, prices: [first, second] };
    recorder.noteHistory('rare', history);
    recorder.noteHistory('rare', history);
    recorder.noteHistory('rare', longer);
    await recorder.stop();
    expect(saved).toEqual(['rare 0 coingecko 5', 'rare 0 coingecko 5', 'rare 1 coingecko 6']);
  });

  it('keeps a longer history that follows a shorter one of the same day', async () => {
    const { recorder, saved } = open();
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => startOfDay(parseDay(day)));
    const prices = days.map((day, index): PricePoint => [day, index + 1]);
    const history = { market_caps: [], total_volumes: [] };
    recorder.noteHistory('rare', { ...history, prices: prices.slice(1) });
    recorder.noteHistory('rare', { ...history, prices });
    recorder.noteHistory('rare', { ...history, prices: prices.slice(1) });
    await recorder.stop();
    expect(saved).toHaveLength(5);
    expect(saved).toContain('rare -1 coingecko 1');
  });

  it('keeps the quote of a coin that was fetched individually', async () => {
    const now = at('2026-01-02T12:00');
    const { recorder, saved } = open(now);
    recorder.noteCoin(fakeDetail('rare'), now);
    recorder.noteCoin({ ...fakeDetail('old'), last_updated: '2025-12-31T12:00:00.000Z' }, now);
    await recorder.stop();
    expect(saved).toEqual(['rare 1 own 1']);
  });

  it('keeps the first quote of a day at once, and the last when the day is over or the server stops', async () => {
    const { recorder, saved } = open();
    const quote = (text: string, price: number) => {
      const detail = fakeDetail('rare');
      const market_data = { ...detail.market_data, current_price: { usd: price } };
      const updated = new Date(at(text)).toISOString();
      recorder.noteCoin({ ...detail, market_data, last_updated: updated }, at(text));
    };
    quote('2026-01-02T12:00', 1);
    quote('2026-01-02T13:00', 2);
    quote('2026-01-02T14:00', 3);
    quote('2026-01-03T00:01', 4);
    quote('2026-01-03T00:02', 5);
    await recorder.stop();
    expect(saved).toEqual(['rare 1 own 1', 'rare 1 own 3', 'rare 2 own 4', 'rare 2 own 5']);
  });
});
