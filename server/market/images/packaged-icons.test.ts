import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPackagedIcons } from './packaged-icons.ts';

const folder = join(import.meta.dirname, 'icons');
const icons = readdirSync(folder).filter((name) => name.endsWith('.svg'));

describe('the packaged icons', () => {
  it('name the source of each, and take less than 1 MB in total', () => {
    const sources = Object.keys(JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8')));
    expect(icons.map((name) => name.replace('.svg', '')).sort()).toEqual(sources.sort());
    const bytes = icons.reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0);
    expect(bytes).toBeLessThan(1_000_000);
  });

  it('contain only drawings', () => {
    const active = icons.filter((name) =>
      /<script|<foreignObject|\son\w+=|javascript:|<image|(?:href|src)="(?!#)/i.test(
        readFileSync(join(folder, name), 'utf8'),
      ),
    );
    expect(active).toEqual([]);
  });

  it('are found by coin id in any case, and only by that', async () => {
    const find = createPackagedIcons();
    expect((await find('Bitcoin'))?.contentType).toBe('image/svg+xml');
    for (const id of ['btc', '../icons/bitcoin', 'sources', '', 'constructor'])
      expect(find(id)).toBeUndefined();
  });
});
