import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLinks } from './mail-links.ts';

const origin = 'http://localhost:3000';

describe('an e-mail split at its links', () => {
  it('has paths only for links to this site', () => {
    const text = `Open ${origin}/signin/verify#email=a%40b.c&code=1 or https://evil.example/x now`;
    const parts = splitLinks(text, origin);
    expect(parts.map(({ path }) => path)).toEqual([null, '/signin/verify#email=a%40b.c&code=1', null]);
    expect(splitLinks('http://localhost:3000.evil.example/', origin)).toMatchObject([{ path: null }]);
  });

  it('keeps its whole text', () => {
    const words = fc.array(fc.oneof(fc.string(), fc.constant(`${origin}/a`), fc.constant(' ')));
    fc.assert(
      fc.property(words, (list) => {
        const parts = splitLinks(list.join(''), origin);
        return parts.map(({ text }) => text).join('') === list.join('');
      }),
    );
  });
});
