import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeVariant,
  formatCount,
  formatDominance,
  formatPercent,
  formatRelativeTime,
  formatSupply,
  missing,
} from './formats.ts';
import {
  formatExactPrice,
  formatMarketCap,
  formatMoney,
  formatOverview,
  formatPrice,
  formatPriceParts,
  formatTrendingPrice,
} from './money/money-formats.ts';

const formatters = {
  formatPrice,
  formatTrendingPrice,
  formatOverview,
  formatMarketCap,
  formatMoney,
  formatPercent,
  formatDominance,
  formatCount,
  formatExactPrice,
};

/** Figures of every magnitude from 1e-20 to 1e18, positive and negative. */
const figures = fc
  .tuple(
    fc.double({ min: 1, max: 10, noNaN: true, maxExcluded: true }),
    fc.integer({ min: -20, max: 18 }),
    fc.boolean(),
  )
  .map(([digits, power, isNegative]) => Number(`${isNegative ? '-' : ''}${digits}e${power}`));

const sizes = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 } as Record<string, number>;
/** Parses a figure as a spreadsheet would. */
function parse(text: string): number {
  const unit = sizes[text.at(-1) ?? ''];
  const plain = Number(text.replace(/[$,%KMBT]/g, ''));
  return plain * (unit ?? 1);
}

describe('every formatter', () => {
  it.each(Object.entries(formatters))('%s writes a dash for an unknown figure', (_, format) => {
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(format(value)).toBe(missing);
    }
  });
  it.each(Object.entries(formatters))(
    '%s never writes an exponent, a Unicode minus or a signed zero',
    (_, format) => {
      fc.assert(
        fc.property(figures, (value) => {
          const text = format(value);
          expect(text).not.toMatch(/e[+-]?\d|−|NaN|Infinity/i);
          expect(text).not.toMatch(/^[+-]\$?[0.,]+[%KMBT]?$/);
        }),
      );
    },
  );
});

describe('formatPrice', () => {
  it.each([
    [102496.22, '$102,496.22'],
    [1, '$1.00'],
    [0.372034, '$0.37'],
    [0.01, '$0.01'],
    [0, '$0.00'],
    [-0, '$0.00'],
    [-12.5, '-$12.50'],
    [0.0099, '$0.009900'],
    [0.001, '$0.001000'],
    [0.0005, '$0.00050000'],
    [0.00002436, '$0.00002436'],
    [1e-8, '$0.00000001'],
    [9.9999999e-9, '$0.00000001'],
    [5.6e-11, '$0.0₁₀56'],
    [-5.6e-11, '-$0.0₁₀56'],
    [1.23456e-9, '$0.0₈1235'],
    [1e15, '$1,000,000,000,000,000.00'],
  ])('writes %s as %s', (price, text) => expect(formatPrice(price)).toBe(text));

  it('is exact to half of its last decimal, and never zero for a price above zero', () => {
    fc.assert(
      fc.property(figures, (price) => {
        fc.pre(Math.abs(price) >= 1e-8);
        const text = formatPrice(price);
        const decimals = text.split('.')[1]?.length ?? 0;
        expect(Math.abs(parse(text) - price)).toBeLessThanOrEqual(
          0.5000001 * 10 ** -decimals + Math.abs(price) * 1e-12,
        );
        expect(parse(text)).not.toBe(0);
      }),
    );
  });
  it('counts the zeros of the smallest prices', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-30, max: 9.9e-9, noNaN: true }), (price) => {
        const match = /^\$0\.0([₀-₉]+)(\d+)$/.exec(formatPrice(price));
        const zeros = Number([...(match?.[1] ?? '')].map((c) => c.charCodeAt(0) - 0x2080).join(''));
        const read = Number(`0.${'0'.repeat(zeros)}${match?.[2]}`);
        expect(Math.abs(read / price - 1)).toBeLessThan(0.0006);
      }),
    );
  });
});

describe('formatPriceParts', () => {
  it('hangs the digits past the second decimal', () => {
    expect(formatPriceParts(0.00002436)).toEqual({ text: '$0.00', hang: '002436', exact: null });
    expect(formatPriceParts(3705.32)).toEqual({ text: '$3,705.32', hang: '', exact: null });
    expect(formatPriceParts(null)).toEqual({ text: missing, hang: '', exact: null });
  });
  it('keeps the exact figure if the shown one is shortened', () => {
    expect(formatPriceParts(5.6e-11).exact).toBe('$0.000000000056');
    expect(formatPriceParts(0.372034).exact).toBe('$0.372034');
    expect(formatPriceParts(1e15).exact).toBeNull();
  });
  it('always preserves the whole price, in its parts or in the exact figure', () => {
    fc.assert(
      fc.property(figures, (price) => {
        const { text, hang, exact } = formatPriceParts(price);
        expect(text + hang).toBe(formatPrice(price));
        expect(parse(exact ?? text + hang)).toBe(price);
      }),
    );
  });
});

describe('formatTrendingPrice', () => {
  it.each([
    [4.71, '$4.71'],
    [0.727735, '$0.727735'],
    [0.03219912, '$0.032199'],
    [0.00000012, '$0.00000012'],
    [5.6e-11, '$0.0₁₀56'],
    [0, '$0.00'],
  ])('writes %s as %s', (price, text) => expect(formatTrendingPrice(price)).toBe(text));
});

describe('shortened money', () => {
  it.each([
    [formatOverview, 3.48e12, '$3.5T'],
    [formatOverview, 451_100_000_000, '$451.1B'],
    [formatOverview, 1e6, '$1.0M'],
    [formatOverview, 999_960_000, '$1.0B'],
    [formatOverview, 12_345, '$12,345'],
    [formatOverview, 1e15, '$1,000.0T'],
    [formatMarketCap, 2.0234e12, '$2.02T'],
    [formatMarketCap, 12_400_000_000, '$12.40B'],
    [formatMarketCap, 1_500_000, '$1.50M'],
    [formatMarketCap, 999_999, '$999,999'],
    [formatMarketCap, 999_999_999, '$1.00B'],
    [formatMarketCap, 999_994_999, '$999.99M'],
    [formatMarketCap, -2.5e9, '-$2.50B'],
    [formatMarketCap, -0.3, '$0'],
    [formatMoney, 1_234, '$1.23K'],
    [formatMoney, 999_999, '$1.00M'],
    [formatMoney, 999.99, '$999.99'],
  ] as const)('%o writes %s as %s', (format, value, text) => expect(format(value)).toBe(text));

  it('is never off by more than its rounding, whatever the magnitude', () => {
    fc.assert(
      fc.property(figures, (value) => {
        const step = Math.max(Math.abs(value) * 0.005, 0.5);
        expect(Math.abs(parse(formatMarketCap(value)) - value)).toBeLessThanOrEqual(step * 1.0000001);
        expect(formatMarketCap(value)).not.toMatch(/\d,?\d{3}\.\d+[MB]$/);
      }),
    );
  });
});

describe('changes', () => {
  it.each([
    [1.914, '+1.91%', 'default'],
    [-4.355, '-4.36%', 'destructive'],
    [0, '0.00%', 'none'],
    [0.0049, '0.00%', 'none'],
    [-0.0049, '0.00%', 'none'],
    [-0.005, '-0.01%', 'destructive'],
    [12345.6, '+12,345.60%', 'default'],
    [null, missing, 'none'],
  ] as const)('writes %s as %s in variant %s', (change, text, variant) => {
    expect(formatPercent(change)).toBe(text);
    expect(changeVariant(change)).toBe(variant);
  });
  it('has a sign if and only if it has a colour', () => {
    fc.assert(
      fc.property(figures, (change) => {
        const sign = { '+': 'default', '-': 'destructive' }[formatPercent(change)[0] ?? ''] ?? 'none';
        expect(changeVariant(change)).toBe(sign);
      }),
    );
  });
});

describe('shares, counts and supplies', () => {
  it('have fixed formats', () => {
    expect(formatDominance(57.04)).toBe('57.0%');
    expect(formatCount(17111)).toBe('17,111');
    expect(formatSupply(19_798_184.4, 'btc')).toBe('19,798,184 BTC');
    expect(formatSupply(21.125, 'yfi')).toBe('21.13 YFI');
    expect(formatSupply(null, 'btc')).toBe(missing);
  });
});

describe('formatRelativeTime', () => {
  const now = Date.UTC(2026, 0, 10, 12);
  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [-5_000, 'just now'],
    [60_000, '1 min ago'],
    [14 * 60_000, '14 min ago'],
    [3_600_000, '1 hour ago'],
    [23 * 3_600_000, '23 hours ago'],
    [24 * 3_600_000, '1 day ago'],
    [50 * 3_600_000, '2 days ago'],
    [Number.NaN, missing],
  ])('%s ms before now is %s', (age, text) => expect(formatRelativeTime(now - age, now)).toBe(text));
});
