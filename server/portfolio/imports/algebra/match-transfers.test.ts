import { expect, it } from 'vitest';
import { plainRow } from '../../../../tests/support/imports/plain-row.ts';
import type { MergedRow } from './import-row.ts';
import { matchTransfers } from './match-transfers.ts';

it('finds the deposits of thousands of edited transfers without comparing each with each withdrawal', () => {
  const count = 2000;
  let reads = 0;
  const places = Array.from({ length: count }, (_, place) => place);
  const legs = { ...plainRow, type: 'transfer', in: null, out: plainRow.in } as const;
  const outs = places.map(
    (place): MergedRow => ({
      key: `out ${place}`,
      aliases: [],
      sources: [],
      row: { ...legs, wallet: 'main', toWallet: 'elsewhere' },
    }),
  );
  const ins = places.map((place): MergedRow => {
    const row = { ...legs, wallet: 'elsewhere', toWallet: 'cold' };
    const counted = { key: `in ${place}`, aliases: [], sources: [], row };
    return Object.defineProperty(counted, 'key', {
      get: () => {
        reads += 1;
        return `in ${place}`;
      },
    });
  });
  const joined = new Map(places.map((place) => [`out ${place}`, `in ${place}`]));
  const choices = { answers: new Map(), fixed: new Set(joined.keys()), joined };
  const { rows } = matchTransfers([...outs, ...ins.toReversed()], choices);
  expect(rows.map(({ key, joinedKey }) => [key, joinedKey])).toEqual([...joined]);
  expect(reads).toBeLessThan(count * 10);
});

it('leaves an edited transfer joined with its own deposit, although another one of its wallet is nearer', () => {
  const legs = { ...plainRow, type: 'transfer', in: null, out: plainRow.in } as const;
  const sideOf = (key: string, wallet: string, toWallet: string, at: number): MergedRow => ({
    key,
    aliases: [],
    sources: [],
    row: { ...legs, wallet, toWallet, at },
  });
  const sides = [
    sideOf('out', 'main', 'elsewhere', 0),
    sideOf('nearer', 'elsewhere', 'cold', 1000),
    sideOf('own', 'elsewhere', 'cold', 2000),
  ];
  const choices = {
    answers: new Map(),
    fixed: new Set(['out']),
    moved: new Map([['out', { wallet: 'main', toWallet: 'cold' }]]),
  };
  const joinsOf = (joined: ReadonlyMap<string, string>) =>
    matchTransfers(sides, { ...choices, joined }).rows.map(({ key, joinedKey }) => [key, joinedKey]);
  expect(joinsOf(new Map())).toEqual([
    ['out', 'nearer'],
    ['own', undefined],
  ]);
  expect(joinsOf(new Map([['out', 'own']]))).toEqual([
    ['out', 'own'],
    ['nearer', undefined],
  ]);
});
