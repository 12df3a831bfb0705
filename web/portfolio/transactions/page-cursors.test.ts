import { describe, expect, it } from 'vitest';
import { firstCursor, pagesToFetch, withNext } from './page-cursors.ts';

describe('the pages of a long list', () => {
  it('are requested one after another until those in view are known', () => {
    let cursors = firstCursor;
    const requestedPages: number[] = [];
    for (let step = 0; step < 5; step++) {
      const pages = pagesToFetch(cursors, [3, 4]);
      requestedPages.push(...pages);
      for (const page of pages) cursors = withNext(cursors, page, `after ${page}`);
    }
    expect(requestedPages).toEqual([0, 1, 2, 3, 3, 4]);
    expect(cursors).toEqual([null, 'after 0', 'after 1', 'after 2', 'after 3', 'after 4']);
  });

  it('stay known until a cursor before them changes', () => {
    const cursors = [null, 'a', 'b', 'c'];
    expect(withNext(cursors, 1, 'b')).toBe(cursors);
    expect(withNext(cursors, 0, 'x')).toEqual([null, 'x']);
    expect(withNext(cursors, 1, null)).toEqual([null, 'a']);
    expect(withNext([null, 'a'], 1, null)).toEqual([null, 'a']);
    expect(withNext([null], 5, 'z')).toEqual([null]);
  });
});
