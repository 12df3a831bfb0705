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
