import { expect, it } from 'vitest';
import { readShownPrice } from './shown-price.ts';

it.each([
  [0.0027644978898560646, 0.0027644978898560646],
  ['$3,802.86', 3802.86],
  ['$1.23e-5', 1.23e-5],
  ['$0.0₅1234', 0.000001234],
  ['$0.0₁₀56', 5.6e-11],
  ['$0.0<sub title="0.00001519">4</sub>1519', 0.00001519],
  ['$0.0<sub>4</sub>1519', 0.00001519],
  ['<span>$12.5</span>', 12.5],
  ['N/A', null],
  ['', null],
  ['-5', null],
  [0, null],
  [Number.NaN, null],
  [null, null],
  [{}, null],
  ['9'.repeat(600), null],
])('reads %s as %s', (shown, price) => {
  expect(readShownPrice(shown)).toBe(price);
});
