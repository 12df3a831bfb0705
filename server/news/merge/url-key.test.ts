import { describe, expect, it } from 'vitest';
import { guidKey, urlKey } from './url-key.ts';

describe('the key of an address', () => {
  const key = urlKey('https://www.example.com/a/b?x=1&y=2');

  it.each([
    'http://www.example.com/a/b?x=1&y=2',
    'https://example.com/a/b?y=2&x=1',
    'https://WWW.Example.com/a/b?x=1&y=2#part',
  ])('is the same for %s', (address) => expect(urlKey(address)).toBe(key));

  it.each([
    'https://example.com/a',
    'https://example.com/a/B?x=1&y=2',
    'https://example.com:8080/a/b?x=1&y=2',
  ])('differs for %s', (address) => expect(urlKey(address)).not.toBe(key));

  it('ignores a trailing slash', () => {
    expect(urlKey('https://example.com/a/')).toBe(urlKey('https://example.com/a'));
  });
});

it('ids of different feeds are unrelated', () => {
  expect(guidKey('https://a.example/feed', '1')).not.toBe(guidKey('https://b.example/feed', '1'));
});
