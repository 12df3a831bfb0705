import { describe, expect, it } from 'vitest';
import type { Alert } from '#contract/alerts/alerts.ts';
import { writeInStyle } from '#web/lib/money/number-style.ts';
import { findNearestAlert } from './nearest-alert.ts';

const alert = (changes: Partial<Alert>): Alert => ({
  id: 'a',
  coinId: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  condition: 'price_above',
  threshold: '105000',
  status: 'active',
  note: null,
  repeat: 'once',
  cooldownMinutes: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  triggeredAt: null,
  triggeredPrice: null,
  cooldownUntil: null,
  currency: 'usd',
  waitsForRates: false,
  ...changes,
});
const prices = new Map([
  ['bitcoin', 102_480],
  ['ethereum', 3000],
  ['unpriced', null],
]);

describe('the nearest alert', () => {
  it('is the one with the smallest distance, above or below', () => {
    const near = alert({ id: 'b', coinId: 'ethereum', condition: 'price_below', threshold: '2990' });
    expect(findNearestAlert([alert({})], prices)?.distance).toBeCloseTo(2.459, 3);
    expect(findNearestAlert([alert({}), near], prices)?.alert.id).toBe('b');
  });

  it('is never paused, triggered, about a change, or of a coin without a known price', () => {
    const others = [
      alert({ status: 'paused' }),
      alert({ status: 'triggered' }),
      alert({ condition: 'change_24h_above', threshold: '5' }),
      alert({ coinId: 'unpriced' }),
      alert({ coinId: 'elsewhere' }),
    ];
    expect(findNearestAlert(others, prices)).toBeNull();
  });

  it('is as far away as its row on the alerts page says', () => {
    const below = alert({ condition: 'price_below', threshold: '96400' });
    expect(findNearestAlert([below], prices)?.away).toBe('-5.93% away');
    expect(findNearestAlert([alert({})], prices)?.away).toBe('+2.46% away');
    expect(writeInStyle('de', () => findNearestAlert([below], prices)?.away)).toBe('-5,93% away');
  });
});
