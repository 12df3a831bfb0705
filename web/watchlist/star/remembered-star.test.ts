import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetStar, rememberStar, takeStar } from './remembered-star.ts';

const bitcoin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the star of a visitor', () => {
  it('is returned once', () => {
    rememberStar(bitcoin);
    expect([...stored.keys()]).toEqual(['altimeter:star']);
    expect(takeStar()).toEqual(bitcoin);
    expect(takeStar()).toBeNull();
  });

  it('is forgotten on request', () => {
    rememberStar(bitcoin);
    forgetStar();
    expect(takeStar()).toBeNull();
  });

  it('is null if the stored value is not a coin', () => {
    for (const text of ['', 'null', '{', '{"coinId":"bitcoin"}', '7']) {
      stored.set('altimeter:star', text);
      expect(takeStar()).toBeNull();
    }
  });
});
