import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMoney, dollarMoney, type Money } from './money.ts';
import { multiplyDecimals } from './multiply-decimal.ts';

const euros = createMoney('eur', '0.92');
const pounds = createMoney('gbp', '0.7871');
const bitcoins = createMoney('btc', '0.00001467');
const yen = createMoney('jpy', '154.31');
const sats = createMoney('sats', '1467.2');

describe('money in a currency other than dollars', () => {
  it('is dollars times the rate, with its own symbol', () => {
    expect(euros.price(68_165.59)).toBe('€62,712.34');
    expect(pounds.price(1)).toBe('£0.79');
    expect(createMoney('chf', '0.9').price(1)).toBe('CHF\u00a00.90');
    expect(createMoney('cad', '1.5').price(-1)).toBe('-CA$1.50');
    expect(dollarMoney.price(68_165.59)).toBe('$68,165.59');
  });

  it('has the decimals of its currency', () => {
    expect(bitcoins.price(68_165.59)).toBe('BTC\u00a00.99998921');
    expect(yen.price(68_165.59)).toBe('¥10,518,632');
    expect(sats.price(1)).toBe('SATS\u00a01,467');
    expect(createMoney('kwd', '0.307').price(2)).toBe('KWD\u00a00.614');
  });

  it('has more decimals if those would show zero', () => {
    expect(euros.price(0.005)).toBe('€0.004600');
    expect(yen.price(0.001)).toBe('¥0.1543');
    expect(yen.price(0.0001)).toBe('¥0.01543100');
    expect(bitcoins.price(1e-9)).toBe('BTC\u00a00.0₁₃1467');
    expect(euros.price(1e-12)).toBe('€0.0₁₂92');
  });

  it('is shortened like dollars', () => {
    expect(euros.overview(2.5e12)).toBe('€2.3T');
    expect(euros.marketCap(1.5e9)).toBe('€1.38B');
    expect(euros.amount(999_999_999 / 0.92)).toBe('€1.00B');
    expect(bitcoins.marketCap(1.5e9)).toBe('BTC\u00a022,005');
    expect(bitcoins.marketCap(1e6)).toBe('BTC\u00a014.67000000');
    expect(yen.overview(2.5e12)).toBe('¥385.8T');
  });

  it('hangs the digits after its last decimal', () => {
    expect(euros.priceParts(0.005)).toEqual({ text: '€0.00', hang: '4600', exact: '€0.0046' });
    expect(euros.priceParts(68_165.59)).toEqual({ text: '€62,712.34', hang: '', exact: null });
    expect(yen.priceParts(0.001)).toEqual({ text: '¥0', hang: '.1543', exact: '¥0.15431' });
    expect(bitcoins.priceParts(68_165.59)).toEqual({ text: 'BTC\u00a00.99998921', hang: '', exact: null });
  });

  it('is unknown if the dollars are unknown', () => {
    expect(euros.price(null)).toBe('—');
    expect(euros.marketCap(undefined)).toBe('—');
    expect(euros.convert(Number.NaN)).toBeNull();
  });
});

/** Reads a written figure, and the unit of its last digit. */
function readFigure(written: string): { value: number; unit: number } {
  const [, sign = '', digits = '', letter = ''] = /^(-?)[^\d-]*([\d,.]+)([KMBT]?)$/.exec(written) ?? [];
  const scale = 10 ** ({ '': 0, K: 3, M: 6, B: 9, T: 12 }[letter] ?? Number.NaN);
  const plain = digits.replaceAll(',', '');
  const places = plain.split('.')[1]?.length ?? 0;
  return { value: Number(sign + plain) * scale, unit: 10 ** -places * scale };
}

const dollars = fc.double({ min: 1e-3, max: 1e12, noNaN: true });
const formats = ['price', 'trendingPrice', 'overview', 'marketCap', 'amount'] as const;

describe('every figure', () => {
  it.each<[string, Money]>([
    ['euros', euros],
    ['pounds', pounds],
    ['bitcoins', bitcoins],
    ['yen', yen],
  ])('in %s is dollars times the rate within half a unit of its last digit', (_, money) => {
    fc.assert(
      fc.property(dollars, fc.constantFrom(...formats), (amount, format) => {
        const written = money[format](amount);
        fc.pre(!/[₀-₉]/.test(written));
        const { value, unit } = readFigure(written);
        expect(Math.abs(value - amount * money.rate)).toBeLessThanOrEqual(
          unit * 0.5000001 + Math.abs(value) * Number.EPSILON,
        );
      }),
    );
  });
});

describe('the product of decimals', () => {
  it('is exact', () => {
    expect(multiplyDecimals('0.1', '0.2')).toBe('0.02');
    expect(multiplyDecimals('-1.50', '2')).toBe('-3');
    expect(multiplyDecimals('123456789012.123456789012345678', '0.000000001')).toBe(
      '123.456789012123456789012345678',
    );
    expect(multiplyDecimals('0', '-3')).toBe('0');
  });

  it('divided by one factor is the other', () => {
    const whole = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    const places = fc.integer({ min: 0, max: 18 });
    const write = (units: bigint, decimals: number) => {
      const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
      const at = digits.length - decimals;
      return `${units < 0n ? '-' : ''}${digits.slice(0, at)}${decimals > 0 ? `.${digits.slice(at)}` : ''}`;
    };
    const read = (text: string, decimals: number) => {
      const [head = '', fraction = ''] = text.split('.');
      return BigInt(head + fraction.padEnd(decimals, '0'));
    };
    fc.assert(
      fc.property(whole, places, whole, places, (a, aPlaces, b, bPlaces) => {
        const product = multiplyDecimals(write(a, aPlaces), write(b, bPlaces));
        expect(read(product, aPlaces + bPlaces)).toBe(a * b);
      }),
    );
  });
});
