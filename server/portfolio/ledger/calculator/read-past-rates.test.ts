import { expect, it } from 'vitest';
import type { PastValue } from './past-values.ts';
import { createReadPastRates } from './read-past-rates.ts';

const found = (value: string): PastValue => ({ value, at: 0, source: 'coingecko' });

it('takes a coin’s rate from its close on days without a stored rate, and asks for no other close', async () => {
  const asked: string[] = [];
  const closes: Record<string, PastValue | 'pending'> = { 'bitcoin 2024-01-01': found('40000') };
  closes['ethereum 2024-01-01'] = 'pending';
  const readRates = createReadPastRates({
    readRates: async (wanted) =>
      wanted.map(({ day, currency }) => (day === '2025-01-01' || currency === 'EUR' ? found('0.5') : null)),
    readCloses: async (wanted) =>
      wanted.map(({ coinId, day }) => {
        asked.push(`${coinId} ${day}`);
        return closes[`${coinId} ${day}`] ?? null;
      }),
  });
  const ratesOn = (day: string, ...codes: string[]) => codes.map((currency) => ({ currency, day }));
  const rates = await readRates([
    ...ratesOn('2025-01-01', 'BTC'),
    ...ratesOn('2024-01-01', 'BTC', 'SATS', 'ETH', 'EUR', 'GBP'),
    ...ratesOn('2023-01-01', 'BTC'),
  ]);
  expect(rates).toEqual([
    found('0.5'),
    found('0.000025'),
    found('2500'),
    'pending',
    found('0.5'),
    null,
    null,
  ]);
  expect(asked).toEqual([
    'bitcoin 2024-01-01',
    'bitcoin 2024-01-01',
    'ethereum 2024-01-01',
    'bitcoin 2023-01-01',
  ]);
});
