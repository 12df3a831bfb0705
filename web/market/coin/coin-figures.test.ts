import { describe, expect, it } from 'vitest';
import { createMoney, dollarMoney } from '#web/lib/money/money.ts';
import { dayMove, dayRange, recordDate } from './coin-figures.ts';

const range = (low: number | null, high: number | null, price: number | null, money = dollarMoney) =>
  dayRange(
    {
      low_24h: { usd: low },
      high_24h: { usd: high },
      current_price: { usd: price },
    } as Parameters<typeof dayRange>[0],
    money,
  );

describe('the 24h range', () => {
  it('shows both ends with the same decimals, and the position of the price between them', () => {
    expect(range(98_840, 105_306, 102_073)).toEqual({ low: '$98,840', high: '$105,306', position: 50 });
    expect(range(0.00001817, 0.00002186, 0.00001942)).toMatchObject({
      low: '$0.00001817',
      high: '$0.00002186',
    });
  });

  it("is in the reader's currency", () => {
    const euros = createMoney('eur', '0.5');
    expect(range(98_840, 105_306, 102_073, euros)).toEqual({ low: '€49,420', high: '€52,653', position: 50 });
    expect(dayMove(-1990.94, euros)).toBe('-€995.47');
  });

  it('never shows zero for a low far below the high', () => {
    expect(range(2211, 2_280_000_000, 2_211_848_000)).toMatchObject({
      low: '$2,211.00',
      high: '$2,280,000,000.00',
    });
  });

  it('puts a price outside of it at its end', () => {
    expect(range(1, 2, 3).position).toBe(100);
    expect(range(1, 2, 0.5).position).toBe(0);
  });

  it('has no position if figures are missing or low equals high', () => {
    expect(range(null, 2, 1)).toEqual({ low: '—', high: '$2.00', position: null });
    expect(range(1, 2, null).position).toBeNull();
    expect(range(1, 1, 1)).toEqual({ low: '$1.00', high: '$1.00', position: null });
  });
});

describe('the change of the day in money', () => {
  it('has its sign before the dollar sign', () => {
    expect(dayMove(-1990.94, dollarMoney)).toBe('-$1,990.94');
    expect(dayMove(0.00000229, dollarMoney)).toBe('+$0.00000229');
  });

  it('is omitted if it is unknown or zero', () => {
    expect(dayMove(null, dollarMoney)).toBeNull();
    expect(dayMove(0, dollarMoney)).toBeNull();
  });
});

describe('the date of a record', () => {
  it('is the day in UTC, or nothing', () => {
    expect(recordDate('2024-12-17T15:02:41.429Z')).toBe('17 Dec 2024');
    expect(recordDate(null)).toBe('');
    expect(recordDate('soon')).toBe('');
  });
});
