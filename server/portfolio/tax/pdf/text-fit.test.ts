import { describe, expect, it } from 'vitest';
import { TextFit } from './text-fit.ts';

const style = { weight: 'regular', size: 1 } as const;
/** All letters have the same width. */
const fit = new TextFit({ glyphOf: () => ({ font: 'F1', hex: '0000', width: 1 }) });

describe('wrapped text', () => {
  it.each([
    ['as many words per line as fit', 'ab cd ef gh', 5, ['ab cd', 'ef gh']],
    ['a word broken if it is too long for a line', 'ab cdefghij kl', 5, ['ab', 'cdef', 'ghij', 'kl']],
    ['one line for an empty text', '', 5, ['']],
  ])('has %s', (_, text, width, lines) => {
    expect(fit.wrap(text, style, width)).toEqual(lines);
  });

  it.each([
    ['in words', 'ab cd ef gh ij', ['ab cd', 'ef g…']],
    ['in one long word', 'abcdefghijklmnop', ['abcd', 'efgh…']],
    ['in a long word after another', 'ab cdefghijklm', ['ab', 'cdef…']],
  ])('never has more lines than allowed, %s', (_, text, lines) => {
    expect(fit.wrap(text, style, 5, 2)).toEqual(lines);
  });
});

describe('a figure', () => {
  const cell = { weight: 'regular', size: 7 } as const;

  it.each([
    ['in full size if it fits', '12.5', 28, ['12.5'], 7],
    ['smaller if it nearly fits', '123456', 36, ['123456'], 6],
    [
      'with its decimals on a second line if it would be too small to read',
      '1234567.123456',
      42,
      ['1234567', '.123456'],
      5.2,
    ],
    ['on one line if it has only cents', '12345678.12', 44, ['12345678.12'], 4],
    ['on one line if it has no decimals', '12345678901', 44, ['12345678901'], 4],
  ])('is written %s', (_, text, width, lines, size) => {
    expect(fit.figureLines(text, cell, width)).toEqual({ lines, size });
  });
});
