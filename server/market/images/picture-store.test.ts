import { appendFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPictureStore } from './picture-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time };
const open = (maxBytes = 10_000) => createPictureStore({ folder: join(folder, 'images'), maxBytes, clock });
const listNames = () => readdir(join(folder, 'images'));
const picture = (letter: string) => Buffer.from(letter.repeat(100));

describe('createPictureStore', () => {
  it('returns stored pictures, even after a restart, with the time they were stored', async () => {
    await open().set('bitcoin small', picture('a'));
    expect(await open().get('bitcoin small')).toEqual({ bytes: picture('a'), storedAt: clock.time });
    expect(await open().get('bitcoin large')).toBeUndefined();
  });

  it('never uses a key in a path', async () => {
    await open().set('../../escape', picture('a'));
    expect(await readdir(folder)).toEqual(['images']);
    expect((await listNames()).every((name) => /^[0-9a-f]{64}$/.test(name))).toBe(true);
  });

  it('stays within its limit, removing the oldest first', async () => {
    const store = open(300);
    for (const letter of ['a', 'b', 'c']) {
      await store.set(letter, picture(letter));
      clock.time += 1_000;
    }
    expect(await store.get('a')).toBeUndefined();
    expect((await store.get('c'))?.bytes).toEqual(picture('c'));
    const sizes = await Promise.all((await listNames()).map((name) => stat(join(folder, 'images', name))));
    expect(sizes.reduce((sum, file) => sum + file.size, 0)).toBeLessThanOrEqual(300);
  });

  it('stores pictures even if an older one cannot be removed', async () => {
    const store = open(150);
    await store.set('a', picture('a'));
    const [name = ''] = await listNames();
    await rm(join(folder, 'images', name));
    await mkdir(join(folder, 'images', name));
    await store.set('b', picture('b'));
    expect((await store.get('b'))?.bytes).toEqual(picture('b'));
  });

  it('ignores a torn or changed file', async () => {
    await open().set('a', picture('a'));
    const [name = ''] = await listNames();
    await appendFile(join(folder, 'images', name), 'x');
    expect(await open().get('a')).toBeUndefined();
    expect(await listNames()).toEqual([]);
  });

  it('removes unfinished files, and ignores unrelated ones', async () => {
    await open().set('a', picture('a'));
    await writeFile(join(folder, 'images', 'half.tmp'), 'x');
    await writeFile(join(folder, 'images', 'README'), 'x');
    expect((await open().get('a'))?.bytes).toEqual(picture('a'));
    expect(await listNames()).toHaveLength(2);
  });

  it('is an empty store if the disk is unusable', async () => {
    await writeFile(join(folder, 'images'), 'a file, not a folder');
    const store = open();
    await store.set('a', picture('a'));
    expect(await store.get('a')).toBeUndefined();
  });
});
