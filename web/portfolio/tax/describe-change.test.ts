import { describe, expect, it } from 'vitest';
import type { TaxChange } from '#contract/tax/filed-report.ts';
import { formatAmount } from '#web/lib/decimal-formats.ts';
import { describeChange } from './describe-change.ts';

const own = { amount: formatAmount } as Parameters<typeof describeChange>[1];
const change = (
  before: TaxChange['before'],
  after: TaxChange['after'],
  transactionId: string | null = 't1',
) => describeChange({ transactionId, before, after }, own);

const bitcoin = (amount: string) => ({ coinId: 'bitcoin', symbol: 'btc', amount });
const pounds = (amount: string) => ({ currency: 'GBP', amount });
const buy = { type: 'buy', in: bitcoin('2'), out: pounds('20000'), occurredAt: '2023-01-10T09:00:00.000Z' };
const sell = { type: 'sell', in: pounds('700'), out: bitcoin('0.5'), occurredAt: '2024-05-01T12:00:00.000Z' };

describe('a change since a report was filed', () => {
  it('names what was bought or sold before the money', () => {
    expect(change(null, buy)).toBe('Added: Buy 2 BTC for 20,000 GBP on 10 Jan 2023');
    expect(change(sell, null)).toBe('Deleted: Sell 0.5 BTC for 700 GBP on 1 May 2024');
    const swap = { ...sell, type: 'swap', in: { coinId: 'ethereum', symbol: 'eth', amount: '3' } };
    expect(change(sell, swap)).toBe(
      'Changed: Sell 0.5 BTC for 700 GBP on 1 May 2024, now Swap 0.5 BTC for 3 ETH on 1 May 2024',
    );
  });

  it('gives the price or rate of a day, before and now', () => {
    const price = { kind: 'price', name: 'bitcoin', day: '2024-05-01', value: '57000', source: 'archive' };
    expect(change(price, { ...price, value: '58000' }, null)).toBe(
      'Price of bitcoin on 1 May 2024: 57000 (archive), now 58000 (archive)',
    );
    expect(change({ ...price, kind: 'rate', name: 'GBP' }, null, null)).toBe(
      'Rate of GBP on 1 May 2024: 57000 (archive), now not known',
    );
  });
});
