import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserLocation } from './browser-location.ts';

interface Entry {
  readonly url: URL;
  readonly state: unknown;
}

/** A fake of the parts of a tab's history that the router uses. */
let entries: Entry[];
let assigned: string[];
let refuse: Error | null;

const current = () => entries.at(-1) as Entry;

beforeEach(() => {
  entries = [{ url: new URL('https://site.test/coin/bitcoin?range=7#news'), state: null }];
  assigned = [];
  refuse = null;
  const write = (replace: boolean) => (state: unknown, _: string, url: URL) => {
    if (refuse) throw refuse;
    if (replace) entries.pop();
    entries.push({ url, state: structuredClone(state) });
  };
  vi.stubGlobal('history', {
    get state() {
      return current().state;
    },
    pushState: write(false),
    replaceState: write(true),
  });
  vi.stubGlobal('window', {
    get location() {
      const { href, origin, pathname, search, hash } = current().url;
      return { href, origin, pathname, search, hash, assign: (url: URL) => assigned.push(url.href) };
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

it('The location is the page that the browser loaded', () => {
  expect(browserLocation.read(true)).toEqual({
    pathname: '/coin/bitcoin',
    search: '?range=7',
    hash: '#news',
    state: null,
    key: 'default',
    isReturn: true,
  });
});

it('A navigation adds an entry with its state and a new key', () => {
  browserLocation.write('/alerts?x=1', { state: { opens: 'form' } });
  expect(entries).toHaveLength(2);
  const location = browserLocation.read(false);
  expect(location).toMatchObject({ pathname: '/alerts', search: '?x=1', hash: '', state: { opens: 'form' } });
  expect(location.key).not.toBe('default');
});

it('Replacing the query of the shown page drops its fragment', () => {
  browserLocation.write('?range=30', { replace: true });
  expect(entries.map(({ url }) => url.href)).toEqual(['https://site.test/coin/bitcoin?range=30']);
});

it.each(['//elsewhere.test', 'https://elsewhere.test/', '/\\elsewhere.test', 'javascript:alert(1)'])(
  'A navigation never goes to %s',
  (to) => {
    expect(() => browserLocation.write(to, {})).toThrow('is not an address of this site');
    expect([entries.length, assigned]).toEqual([1, []]);
  },
);

it('The page is loaded if the browser refuses another change', () => {
  refuse = new DOMException('too often', 'SecurityError');
  browserLocation.write('/alerts', {});
  expect(assigned).toEqual(['https://site.test/alerts']);
});

it('A navigation throws if its state cannot be cloned', () => {
  refuse = new DOMException('a function', 'DataCloneError');
  expect(() => browserLocation.write('/alerts', { state: () => {} })).toThrow('a function');
  expect(assigned).toEqual([]);
});
