import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCode, normalizeCode } from './code-format.ts';

describe('a code', () => {
  it('has eight unambiguous characters, shown in two halves', () => {
    const codes = Array.from({ length: 2000 }, () => formatCode(randomBytes(5)));
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(codes.join('')).size).toBe(33);
  });

  it('is recognized however it is typed', () => {
    expect(normalizeCode('abcd-0123')).toBe('ABCD0123');
    expect(normalizeCode(' ABCD 0123 ')).toBe('ABCD0123');
    expect(normalizeCode('a-b-c-d—oil3')).toBe('ABCD0113');
    expect(normalizeCode('OoIiLl12')).toBe('00111112');
  });

  it.each(['', 'ABCD-012', 'ABCD-01234', 'ABCD-012U', 'ABCD-012!', 'ÄBCD-0123', '𝟘BCD-0123'])(
    'is not %j',
    (typed) => {
      expect(normalizeCode(typed)).toBeUndefined();
    },
  );

  it('rejects anything that is not a code', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(normalizeCode(typed) ?? '00000000').toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
      }),
    );
  });
});
