import { describe, expect, it } from 'vitest';
import type { CoinDetail } from '#contract/market.ts';
import { dollarMoney } from '#web/lib/money/money.ts';
import { listRecordMarks, toDayRange } from './record-marks.ts';

const usd = (value: number | null) => ({ usd: value });
const data = (change: Partial<CoinDetail['market_data']>) =>
  ({
    ath: usd(108_135),
    ath_date: { usd: '2024-12-17T15:02:41.429Z' },
    atl: usd(67.81),
    atl_date: { usd: null },
    low_24h: usd(98_840),
    high_24h: usd(105_306),
    ...change,
  }) as CoinDetail['market_data'];

describe("a coin's records on its scale", () => {
  it('have their date if it is known', () => {
    expect(listRecordMarks(data({}), dollarMoney)).toEqual([
      { key: 'high', kind: 'high', price: 108_135, name: 'All Time High', note: '17 Dec 2024' },
      { key: 'low', kind: 'low', price: 67.81, name: 'All Time Low', note: '' },
    ]);
  });

  it('are omitted if unknown', () => {
    expect(listRecordMarks(data({ ath: usd(null), atl: usd(0) }), dollarMoney)).toEqual([]);
  });

  it('include the 24h range only if its low and high differ', () => {
    expect(toDayRange(data({}), dollarMoney)).toEqual({ low: 98_840, high: 105_306 });
    expect(toDayRange(data({ low_24h: usd(null) }), dollarMoney)).toBeNull();
    expect(toDayRange(data({ low_24h: usd(105_306) }), dollarMoney)).toBeNull();
  });
});
