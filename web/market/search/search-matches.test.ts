import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchCoins, mergeMatches, splitAtMatch } from './search-matches.ts';

const coin = (id: string, symbol: string, name: string, market_cap_rank: number | null) => ({
  id,
  symbol,
  name,
  market_cap_rank,
});
const coins = [
  coin('bitcoin', 'btc', 'Bitcoin', 1),
  coin('wrapped-bitcoin', 'wbtc', 'Wrapped Bitcoin', 17),
  coin('bitcoin-cash', 'bch', 'Bitcoin Cash', 23),
  coin('bitget-token', 'bgb', 'Bitget Token', 32),
  coin('whitebit', 'wbt', 'WhiteBIT Coin', 46),
  coin('optimism', 'op', 'Optimism', 90),
  coin('unranked', 'bitx', 'Nothing', null),
];
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);

describe('matchCoins', () => {
  it('puts matches at the start of a word before others, each by rank', () => {
    expect(ids(matchCoins(coins, 'bit'))).toEqual([
      'bitcoin',
      'wrapped-bitcoin',
      'bitcoin-cash',
      'bitget-token',
      'unranked',
      'whitebit',
    ]);
  });

  it('finds a symbol of two letters first, in any case', () => {
    expect(ids(matchCoins(coins, ' OP '))).toEqual(['optimism']);
    expect(matchCoins(coins, 'wbt')[0]?.id).toBe('whitebit');
  });

  it('finds nothing for an empty text', () => {
    expect(matchCoins(coins, '  ')).toEqual([]);
    expect(matchCoins(coins, 'zzz')).toEqual([]);
  });
});

describe('mergeMatches', () => {
  it('keeps loaded coins first, lists each coin once and stops at five', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...coins)),
        fc.array(fc.constantFrom(...coins)),
        (loaded, found) => {
          const merged = ids(mergeMatches(loaded, found));
          const distinct = [...new Set(ids(loaded))].slice(0, 5);
          expect(merged.length).toBeLessThanOrEqual(5);
          expect(new Set(merged).size).toBe(merged.length);
          expect(merged.slice(0, distinct.length)).toEqual(distinct);
        },
      ),
    );
  });
});

describe('splitAtMatch', () => {
  it('splits a name around the match without losing characters', () => {
    expect(splitAtMatch('Wrapped Bitcoin', 'bit')).toEqual(['Wrapped ', 'Bit', 'coin']);
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, query) => {
        expect(splitAtMatch(name, query).join('')).toBe(name);
      }),
    );
  });
});
