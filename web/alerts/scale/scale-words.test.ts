import { describe, expect, it } from 'vitest';
import type { Alert, Backtest } from '#contract/alerts/alerts.ts';
import { conditionAt, describeGap, listPriceAlerts, nameAlert, summarizeBacktest } from './scale-words.ts';

const alert = (change: Partial<Alert>): Alert => ({
  id: 'a',
  coinId: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  condition: 'price_above',
  threshold: '105000',
  status: 'active',
  note: null,
  repeat: 'once',
  cooldownMinutes: 60,
  createdAt: '2024-12-19T10:00:00.000Z',
  triggeredAt: null,
  triggeredPrice: null,
  cooldownUntil: null,
  currency: 'usd',
  waitsForRates: false,
  ...change,
});
const backtest = (change: Partial<Backtest>): Backtest => ({
  coinId: 'bitcoin',
  currency: 'usd',
  days: 7,
  source: 'simulated',
  count: 3,
  firings: [],
  from: null,
  to: null,
  points: 168,
  now: null,
  ...change,
});

describe('the alerts on a scale', () => {
  it('are the coin’s active price alerts', () => {
    const alerts = [
      alert({ id: 'kept' }),
      alert({ id: 'other', coinId: 'ethereum' }),
      alert({ id: 'paused', status: 'paused' }),
      alert({ id: 'triggered', status: 'triggered' }),
      alert({ id: 'change', condition: 'change_24h_below' }),
    ];
    expect(listPriceAlerts(alerts, 'bitcoin').map(({ id }) => id)).toEqual(['kept']);
  });

  it('change direction once they are moved past the price', () => {
    expect(conditionAt(110, 100, alert({}))).toBe('price_above');
    expect(conditionAt(90, 100, alert({}))).toBe('price_below');
    expect(conditionAt(100, 100, alert({ condition: 'price_below' }))).toBe('price_below');
    expect(conditionAt(90, null, alert({}))).toBe('price_above');
    expect([nameAlert('price_above'), nameAlert('price_below')]).toEqual(['Alert above', 'Alert below']);
  });

  it('show their distance', () => {
    expect(describeGap(102.44, 100)).toBe('+2.44%');
    expect(describeGap(95.61, 100)).toBe('-4.39%');
    expect(describeGap(95, null)).toBe('');
  });

  it.each([
    [{ count: 0 }, 'would not have fired in 7 days'],
    [{ count: 1 }, 'would have fired once in 7 days'],
    [{ count: 2, days: 30 }, 'would have fired twice in 30 days'],
    [{ count: 12, days: 365 }, 'would have fired 12 times in 1 year'],
    [{ points: 0, count: 0 }, 'no price history to test against'],
  ])('say how often they would have fired: %o', (change, words) => {
    expect(summarizeBacktest(backtest(change))).toBe(words);
  });
});
