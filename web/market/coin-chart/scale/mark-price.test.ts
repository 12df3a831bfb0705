import { describe, expect, it } from 'vitest';
import { currencyOf } from '#web/lib/money/currency.ts';
import { writeInStyle } from '#web/lib/money/number-style.ts';
import { axisPriceFormat } from '../../chart/chart-labels.ts';
import { writeMarkPrice } from './mark-price.ts';

const dollars = currencyOf('usd');
const onThousands = axisPriceFormat(3000, 10, dollars);

describe('the price of a mark', () => {
  it('is written as the axis writes prices', () => {
    expect(writeMarkPrice(2456.2, onThousands, dollars)).toBe('$2,456');
  });

  it('is written with its digits if the axis would round it to zero', () => {
    expect(writeMarkPrice(0.432979, onThousands, dollars)).toBe('$0.433');
    expect(writeMarkPrice(0.0398, onThousands, dollars)).toBe('$0.0398');
    expect(writeMarkPrice(8.1e-13, onThousands, dollars)).toBe('$0.0₁₂81');
    expect(writeInStyle('de', () => writeMarkPrice(0.432979, onThousands, dollars))).toBe('0,433\u00a0$');
  });

  it('is zero only if it is', () => {
    expect(writeMarkPrice(0, onThousands, dollars)).toBe('$0');
  });
});
