import { describe, expect, it } from 'vitest';
import { parseRecent } from './recent-coins.ts';

const bitcoin = { id: 'bitcoin', name: 'Bitcoin', symbol: 'btc' };

describe('recent coins', () => {
  it('are read from storage, at most five', () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ ...bitcoin, id: `coin-${index}` }));
    expect(parseRecent(JSON.stringify([bitcoin]))).toEqual([bitcoin]);
    expect(parseRecent(JSON.stringify(many))).toEqual(many.slice(0, 5));
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no list', '{"id":"bitcoin"}'],
    ['no coins', '[1, null, "bitcoin", {"id":"bitcoin"}, {"id":1,"name":"a","symbol":"b"}]'],
  ])('are empty for %s', (_, text) => {
    expect(parseRecent(text)).toEqual([]);
  });
});
