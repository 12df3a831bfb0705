import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dropInvalidToken,
  dropToken,
  getToken,
  isSameUser,
  isValidToken,
  refuseToken,
  storeToken,
  watchToken,
} from './session.ts';

const now = Date.UTC(2026, 0, 1);
const inAnHour = now / 1000 + 3600;

/** A token with that payload as its middle segment, in base64url. */
const tokenOf = (payload: unknown) => {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  return `h.${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}.s`;
};
const tokenOfUser = (sub: string, exp = inAnHour) => tokenOf({ sub, exp });

let stored: Map<string, string>;
let comeBack: () => void;
/** Changes the storage like another tab. */
let changeElsewhere: (key: string | null, value: string | null) => void;

beforeEach(() => {
  vi.useFakeTimers({ now });
  stored = new Map();
  const page = new EventTarget();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => {} } });
  comeBack = () => page.dispatchEvent(new Event('pageshow'));
  changeElsewhere = (key, value) => {
    if (key === null || value === null) stored.clear();
    else stored.set(key, value);
    page.dispatchEvent(Object.assign(new Event('storage'), { key }));
  };
});
afterEach(() => {
  dropToken();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the validity of a token', () => {
  it.each([
    ['no token at all', null, false],
    ['no middle segment', 'abc', false],
    ['a middle segment that is not JSON', 'h.bm9wZQ.s', false],
    ['a middle segment that is not base64', 'h.%%%.s', false],
    ['no expiry', tokenOf({ sub: 'a' }), false],
    ['an expiry that is text', tokenOf({ exp: String(inAnHour) }), false],
    ['an expiry in the past', tokenOf({ exp: now / 1000 - 1 }), false],
    ['an expiry at this very moment', tokenOf({ exp: now / 1000 }), false],
    ['JSON null', tokenOf(null), false],
    ['an expiry later than now', tokenOf({ exp: inAnHour }), true],
    ['characters of base64url', tokenOf({ exp: inAnHour, x: '???>>>~~~ÿ' }), true],
  ])('is checked with %s', (_, token, isValid) => expect(isValidToken(token, now)).toBe(isValid));
});

describe('the token of this browser', () => {
  it('is in localStorage until it is dropped or expires', () => {
    const token = tokenOfUser('a');
    storeToken(token);
    expect(stored.get('authToken')).toBe(token);
    expect(getToken()).toBe(token);
    vi.setSystemTime(now + 3600_000);
    expect(getToken()).toBeNull();
    vi.setSystemTime(now);
    dropToken();
    expect(stored.has('authToken')).toBe(false);
    expect(getToken()).toBeNull();
  });

  it('is not dropped if the server refuses a previous one', () => {
    storeToken(tokenOfUser('b'));
    refuseToken(tokenOfUser('a'));
    expect(getToken()).toBe(tokenOfUser('b'));
    refuseToken(tokenOfUser('b'));
    expect(getToken()).toBeNull();
    vi.runAllTimers();
    expect(stored.has('authToken')).toBe(false);
  });

  it('is kept if another tab has just stored it, even if this tab still sees the refused one', () => {
    const [old, next] = [tokenOfUser('a'), tokenOfUser('a', inAnHour + 1)];
    storeToken(old);
    const changes: unknown[] = [];
    const stop = watchToken((token) => changes.push(token));
    stored.set('authToken', next);
    const getItem = vi.spyOn(localStorage, 'getItem').mockReturnValue(old);
    refuseToken(old);
    expect(getToken()).toBeNull();
    getItem.mockRestore();
    changeElsewhere('authToken', next);
    vi.runAllTimers();
    stop();
    expect([stored.get('authToken'), getToken()]).toEqual([next, next]);
    expect(changes).toEqual([null, next]);
  });

  it('is removed when the page loads if it is invalid', () => {
    stored.set('authToken', 'nonsense');
    dropInvalidToken();
    expect(stored.has('authToken')).toBe(false);
    storeToken(tokenOfUser('a'));
    dropInvalidToken();
    expect(getToken()).toBe(tokenOfUser('a'));
  });

  it('lasts until the page is closed if the browser has no storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
      removeItem: () => {},
    });
    storeToken(tokenOfUser('a'));
    expect(getToken()).toBe(tokenOfUser('a'));
    dropToken();
    expect(getToken()).toBeNull();
  });

  it('follows other tabs, and reports each change once', () => {
    const changes: unknown[] = [];
    const stop = watchToken((token, before) => changes.push([before, token]));
    const [a, b] = [tokenOfUser('a'), tokenOfUser('b')];
    storeToken(a);
    storeToken(a);
    changeElsewhere('authToken', b);
    changeElsewhere('crypto-theme', 'dark');
    changeElsewhere('authToken', null);
    changeElsewhere(null, null);
    stop();
    storeToken(a);
    expect(changes).toEqual([
      [null, a],
      [a, b],
      [b, null],
    ]);
  });

  it('is read again when the page is restored from the back/forward cache', () => {
    storeToken(tokenOfUser('a'));
    const changes: unknown[] = [];
    const stop = watchToken((token) => changes.push(token));
    stored.clear();
    comeBack();
    stop();
    expect(changes).toEqual([null]);
  });

  it('can be compared by user', () => {
    expect(isSameUser(tokenOfUser('a'), tokenOfUser('a', inAnHour + 1))).toBe(true);
    expect(isSameUser(tokenOfUser('a'), tokenOfUser('b'))).toBe(false);
    expect(isSameUser(tokenOfUser('a'), null)).toBe(false);
    expect(isSameUser(null, null)).toBe(false);
    expect(isSameUser(tokenOf({}), tokenOf({}))).toBe(false);
  });
});
