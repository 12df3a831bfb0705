import { expect, it } from 'vitest';
import { rowAfterKey } from './use-row-keys.ts';

it('The arrow keys move through the list and stop at its ends', () => {
  expect(rowAfterKey('ArrowDown', 0, 3)).toBe(1);
  expect(rowAfterKey('ArrowDown', 2, 3)).toBe(2);
  expect(rowAfterKey('ArrowUp', 0, 3)).toBe(0);
  expect(rowAfterKey('PageDown', 1, 100_000)).toBe(11);
  expect(rowAfterKey('End', 1, 100_000)).toBe(99_999);
  expect(rowAfterKey('Home', 500, 100_000)).toBe(0);
  expect(rowAfterKey('a', 1, 3)).toBeUndefined();
  expect(rowAfterKey('ArrowDown', 0, 0)).toBeUndefined();
});
