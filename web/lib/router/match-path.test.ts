import { expect, it } from 'vitest';
import { matchPath } from './match-path.ts';

it.each([
  ['/', '/', {}],
  ['/', '/markets', null],
  ['/markets', '/markets', {}],
  ['/markets', '/MARKETS/', {}],
  ['/markets', '/markets/more', null],
  ['/coin/:id', '/coin/bitcoin', { id: 'bitcoin' }],
  ['/coin/:id', '/Coin/Bitcoin//', { id: 'Bitcoin' }],
  ['/coin/:id', '/coin/', null],
  ['/coin/:id', '/coin/a/b', null],
  ['/coin/:id', '/coin/a%2Fb', { id: 'a/b' }],
  ['/coin/:id', '/coin/caf%C3%A9', { id: 'café' }],
  ['/coin/:id', '/coin/.', null],
  ['/coin/:id', '/coin/%2E%2e', null],
  ['/coin/:id', '/coin/.x', { id: '.x' }],
  // Invalid percent encoding is kept.
  ['/coin/:id', '/coin/%E0%A4%A', { id: '%E0%A4%A' }],
])('The pattern %s is matched against %s', (pattern, pathname, params) => {
  expect(matchPath(pattern, pathname)).toEqual(params);
});
