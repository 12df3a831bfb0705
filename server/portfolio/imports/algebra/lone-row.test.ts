import { expect, it } from 'vitest';
import { filesOf, type ImportRow, isInFile } from './import-row.ts';
import { LoneRow } from './lone-row.ts';

const [row, other] = [{ at: 1 }, { at: 2 }] as ImportRow[];

it('a lone row has its own file as its source until others are added', () => {
  const lone = new LoneRow('key', { row: row!, file: 3 });
  expect({ key: lone.key, aliases: lone.aliases, sources: lone.sources }).toEqual({
    key: 'key',
    aliases: [],
    sources: [{ row, file: 3 }],
  });
  expect(filesOf(lone)).toEqual([3]);
  expect([3, 4].map((file) => isInFile(lone, file))).toEqual([true, false]);
  lone.aliases = ['alias'];
  lone.sources = [...lone.sources, { row: other!, file: 4 }];
  expect({ aliases: lone.aliases, files: lone.sources.map(({ file }) => file) }).toEqual({
    aliases: ['alias'],
    files: [3, 4],
  });
  expect(filesOf(lone)).toEqual([3, 4]);
  expect([3, 4, 5].map((file) => isInFile(lone, file))).toEqual([true, true, false]);
});
