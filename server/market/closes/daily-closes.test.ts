import { describe, expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { formatDay } from '#server/platform/utc-day.ts';
import { fakeCoin, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { hasRecordings, readRecording } from '../../../tests/support/market/recordings.ts';
import { closesOfHistory, closesOfSnapshot } from './daily-closes.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const byDay = (points: readonly PricePoint[]) =>
  Object.fromEntries(closesOfHistory('bitcoin', points).map(({ day, price }) => [formatDay(day), price]));

describe('closes from a history', () => {
  it('are the points at the next midnight', () => {
    expect(
      byDay([
        [at('2024-02-29T00:00'), 1],
        [at('2024-03-01T00:00:00.004'), 2],
        [at('2024-03-01T17:20'), 3],
      ]),
    ).toEqual({ '2024-02-28': '1', '2024-02-29': '2' });
  });

  it('never include the newest point, however soon after midnight', () => {
    expect(byDay([[at('2024-03-01T00:04'), 3]])).toEqual({});
  });

  it('keep all digits, and exclude what is not a price', () => {
    expect(
      byDay([
        [at('2024-03-01T00:00'), 1.23e-10],
        [at('2024-03-02T00:00'), 0],
        [at('2024-03-03T00:00'), 2e12],
        [at('2024-03-04T00:00'), 48607.8745224845],
      ]),
    ).toEqual({ '2024-02-29': '0.000000000123', '2024-03-03': '48607.8745224845' });
  });

  it.skipIf(!hasRecordings)('are read from a recorded answer, all but its newest point', () => {
    const name = '2021-coins-bitcoin-market-chart-days-90-interval-daily-vs-currency-usd.json';
    const { prices } = readRecording(`coingecko/market_chart/${name}`) as { prices: PricePoint[] };
    const closes = byDay(prices);
    expect(Object.keys(closes)).toHaveLength(prices.length - 1);
    expect(closes['2021-02-14']).toBe('48607.8745224845');
  });
});

describe('closes from a snapshot', () => {
  it('are the quotes of its day', () => {
    const asOf = at('2026-01-02T23:59:30');
    const snapshot = fakeSnapshot({
      asOf,
      coins: [
        fakeCoin('bitcoin', { current_price: 65_000.5, last_updated: '2026-01-02T23:58:00.000Z' }),
        fakeCoin('old', { last_updated: '2026-01-01T23:59:59.000Z' }),
        fakeCoin('undated', { current_price: 2, last_updated: null }),
        fakeCoin('unknown', { current_price: null }),
      ],
    });
    expect(closesOfSnapshot(snapshot).map(({ coinId, price, at: time }) => [coinId, price, time])).toEqual([
      ['bitcoin', '65000.5', at('2026-01-02T23:58')],
      ['undated', '2', asOf],
    ]);
  });
});
