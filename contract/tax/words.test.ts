import { expect, it } from 'vitest';
import { countLines } from './words.ts';

it('counts the lines in the totals, and says how many more are exempt', () => {
  const [taxed, free] = [{ exempt: false }, { exempt: true }];
  expect(countLines([])).toBe('0 lines');
  expect(countLines([taxed])).toBe('1 line');
  expect(countLines([taxed, free, free])).toBe('1 line, and 2 exempt');
  expect(countLines([free])).toBe('0 lines, and 1 exempt');
});
