import { expect, it } from 'vitest';
import { convertQuote } from './alert-rates.ts';
import { describeDistance, holdsNow } from './list/alert-distance.ts';
import { findNearestAlert } from './nearest-alert.ts';

const alert = { condition: 'price_above', threshold: '46000' } as const;
const dollars = { price: 50_000, change24h: -2 };

it('An alert is compared with the price in its own currency', () => {
  expect(holdsNow(alert, convertQuote(dollars, 0.92))).toBe(true);
  expect(holdsNow(alert, convertQuote(dollars, 0.9))).toBe(false);
  expect(describeDistance(alert, convertQuote(dollars, 0.9))).toBe('+2.22% away');
  expect(convertQuote(dollars, 1)).toBe(dollars);
});

it('The price in an alert’s currency is unknown without a rate', () => {
  expect(describeDistance(alert, convertQuote(dollars, null))).toBeNull();
  expect(convertQuote(dollars, null).change24h).toBe(-2);
});

it('The nearest alert is found over all currencies', () => {
  const of = (id: string, currency: string, threshold: string) =>
    ({ ...alert, id, currency, threshold, coinId: 'bitcoin', status: 'active' }) as Parameters<
      typeof findNearestAlert
    >[0][number];
  const prices = new Map([['bitcoin', 50_000]]);
  const alerts = [of('far', 'usd', '60000'), of('near', 'eur', '45500'), of('unknown', 'gbp', '50000')];
  const rateOf = (code: string) => ({ usd: 1, eur: 0.9 })[code] ?? null;
  expect(findNearestAlert(alerts, prices, rateOf)?.alert.id).toBe('near');
});
