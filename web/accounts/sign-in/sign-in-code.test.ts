import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCode, formatCode, isWholeCode } from './sign-in-code.ts';

describe('a code', () => {
  it.each([
    ['7kq2m9xw', '7KQ2-M9XW'],
    ['7KQ2-M9XW', '7KQ2-M9XW'],
    [' 7kq2 m9xw ', '7KQ2-M9XW'],
    ['7kq2–m9xw extra', '7KQ2-M9XW'],
    ['7kq2', '7KQ2'],
    ['7kq2m', '7KQ2-M'],
    ['', ''],
  ])('typed as %j is shown as %j', (typed, shown) => expect(formatCode(typed)).toBe(shown));

  it('keeps its format when formatted again', () => {
    fc.assert(fc.property(fc.string(), (text) => formatCode(formatCode(text)) === formatCode(text)));
  });

  it('is complete with eight characters', () => {
    expect(isWholeCode('7kq2m9x')).toBe(false);
    expect(isWholeCode('7kq2m9xw')).toBe(true);
  });

  it('is found in an e-mail', () => {
    expect(findCode('Enter this code:\n\n    7KQ2-M9XW\n\nIt works for 10 minutes.')).toBe('7KQ2-M9XW');
    expect(findCode('The address of your account was changed')).toBeNull();
  });
});
