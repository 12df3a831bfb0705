import { describe, expect, it } from 'vitest';
import { parseGlobal } from './parse-global.ts';
import { parseRates } from './parse-rates.ts';
import { parseTrending } from './parse-search.ts';
import { findHiddenError } from './to-upstream-error.ts';

const count = 10_000;
/** Letters only, like a currency's code. */
const codeOf = (index: number) =>
  [...String(index)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');

describe('a huge list from the provider is cut, because each page and stream would repeat it:', () => {
  it('trending coins', () => {
    const coins = Array.from({ length: count }, (_, index) => ({ item: { id: `coin-${index}` } }));
    expect(parseTrending({ coins }).rows).toHaveLength(50);
  });

  it('market shares', () => {
    const shares = Array.from({ length: count }, (_, index): [string, number] => [`c${index}`, 1]);
    const data = {
      total_market_cap: { usd: 1 },
      market_cap_percentage: { btc: 60, ['x'.repeat(21)]: 1, ...Object.fromEntries(shares) },
    };
    const { market_cap_percentage: read } = parseGlobal({ data });
    expect(read.btc).toBe(60);
    expect(read).not.toHaveProperty('x'.repeat(21));
    expect(Object.keys(read)).toHaveLength(100);
  });

  it('currencies', () => {
    const rates = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${codeOf(index)}zz`, { value: 1 }]),
    );
    const read = parseRates({ rates: { ...rates, usd: { value: 2 } } });
    expect(read.get('usd')).toBe('1');
    expect(read.size).toBeLessThanOrEqual(501);
  });
});

it('An error nested very deeply is read without recursion to its end', () => {
  let error: unknown = 'deep';
  for (let level = 0; level < 100_000; level += 1) error = { error };
  expect(findHiddenError({ error, status: { error_code: 500 } })).toMatchObject({ failure: 'unreadable' });
});
