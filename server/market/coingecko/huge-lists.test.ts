import { describe, expect, it } from 'vitest';
import { parseCoin } from './parse-coin.ts';
import { parseCoins } from './parse-coins.ts';
import { parseGlobal } from './parse-global.ts';
import { parseCandles, parseHistory } from './parse-history.ts';
import { parseRates } from './parse-rates.ts';
import { parseSearch, parseTrending } from './parse-search.ts';
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

/** A list that counts how many of its entries are read. */
function countReads(entry: (index: number) => unknown, length = count) {
  const reads = new Set<string>();
  const list = new Proxy(
    Array.from({ length }, (_, index) => entry(index)),
    {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads.add(name);
        return Reflect.get(target, name);
      },
    },
  );
  return { list, reads };
}

describe('only the beginning of a list is read, because checking an entry takes longer than receiving it:', () => {
  it.each([
    ['coins', parseCoins],
    ['search results', (coins: unknown) => parseSearch({ coins })],
    ['trending coins', (coins: unknown) => parseTrending({ coins })],
  ])('%s', (_, parse) => {
    const { list, reads } = countReads(() => ({}));
    expect(parse(list)).toEqual({ rows: [], rejected: count });
    expect(reads.size).toBeLessThanOrEqual(1000);
  });

  it('links of a coin', () => {
    const { list, reads } = countReads((index) => (index === 3 ? 'https://a.example/' : ''));
    const { links } = parseCoin({ id: 'a', symbol: 'a', name: 'A', links: { homepage: list } });
    expect(links.homepage).toEqual(['https://a.example/']);
    expect(reads.size).toBeLessThanOrEqual(100);
  });
});

describe('only the newest points of a chart are read:', () => {
  const start = Date.UTC(2020, 0, 1);
  const last = 99_999;

  it('prices', () => {
    const { list, reads } = countReads((index) => [start + index, 1], last + 1);
    const { prices } = parseHistory({ prices: list });
    expect(prices.at(-1)).toEqual([start + last, 1]);
    expect(reads.size).toBe(prices.length);
    expect(prices.length).toBeLessThan(40_000);
  });

  it('candles', () => {
    const { list, reads } = countReads((index) => [start + index, 1, 1, 1, 1], last + 1);
    const candles = parseCandles(list);
    expect(candles.at(-1)).toEqual([start + last, 1, 1, 1, 1]);
    expect(reads.size).toBe(candles.length);
    expect(candles.length).toBeLessThan(40_000);
  });
});

it('Market shares that are no object are left out', () => {
  for (const shares of [undefined, null, 'text', [1, 2], 1]) {
    const data = { total_market_cap: { usd: 1 }, market_cap_percentage: shares };
    expect(parseGlobal({ data }).market_cap_percentage).toEqual({});
  }
  expect(parseGlobal({ data: { total_market_cap: { usd: 1 } } }).market_cap_percentage).toEqual({});
});
