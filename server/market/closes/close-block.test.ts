import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDay, startOfDay } from '#server/platform/utc-day.ts';
import { type ArchivedClose, blockDays, blockOf, decodeBlock, encodeBlock } from './close-block.ts';
import { closeSources } from './close-source.ts';
import { toPriceText } from './daily-closes.ts';

const day = parseDay('2024-03-31');
const block = blockOf(day);
const close = (price: string): ArchivedClose => ({
  day,
  source: 'coingecko',
  price,
  at: startOfDay(day + 1),
});
const readBack = (price: string) => decodeBlock(block, encodeBlock([close(price)]))[0]?.price;

const priceText = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.nat(60)).map(([digits, scale]) => {
  const text = String(digits).padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
});
const anyClose = fc.record({
  day: fc.nat(blockDays - 1).map((offset) => block * blockDays + offset),
  source: fc.constantFrom(...closeSources),
  price: priceText,
  at: fc.integer({ min: -1e14, max: 1e14 }),
});

describe('a block of closes', () => {
  it('returns every close unchanged', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyClose, { selector: (one) => one.day, maxLength: blockDays }),
        (closes) => {
          const sorted = [...closes].sort((a, b) => a.day - b.day);
          expect(decodeBlock(block, encodeBlock(closes))).toEqual(sorted);
        },
      ),
    );
  });

  it('returns every price of the provider as the same number', () => {
    const price = fc.double({ min: 5e-324, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(price, (number) => {
        const text = toPriceText(number);
        expect(readBack(text)).toBe(text);
        expect(Number(readBack(text))).toBe(number);
      }),
    );
  });

  it.each([
    '0.10',
    '1.000000000',
    '1000000000',
    '999999999.999999999',
    '0.000000000000000001',
    '48607.8745224845',
  ])('keeps all digits of %s', (price) => {
    expect(readBack(price)).toBe(price);
  });

  it('supports days before 1970', () => {
    const early = { ...close('1'), day: -1, at: 0 };
    expect(decodeBlock(blockOf(-1), encodeBlock([early]))).toEqual([early]);
  });

  it('takes 12 bytes for a provider’s close with 18 digits, and 15 for one of our own quotes', () => {
    expect(encodeBlock([close('67491.416992131320')])).toHaveLength(12);
    expect(
      encodeBlock([{ ...close('67491.416992131320'), source: 'own', at: startOfDay(day) }]),
    ).toHaveLength(15);
  });

  it.each(['', '.5', '01', '1e5', '-1', '1.', 'NaN', '9'.repeat(136)])('refuses "%s" as a price', (price) => {
    expect(() => encodeBlock([close(price)])).toThrow(RangeError);
  });

  it('is refused if it is truncated or has an unknown source', () => {
    const bytes = encodeBlock([close('123.45')]);
    expect(() => decodeBlock(block, bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
    expect(() => decodeBlock(block, Uint8Array.from([0, 0xf1, 0, 1, 0, 0, 0, 0]))).toThrow(RangeError);
  });
});
