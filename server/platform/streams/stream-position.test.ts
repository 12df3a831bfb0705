import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPosition, parsePosition } from './stream-position.ts';

const wholeNumber = fc.nat({ max: 9_007_199_254_740_991 });

describe('a position in a stream', () => {
  it('survives formatting and parsing, with any of its parts', () => {
    const position = fc.record({
      common: fc.option(wholeNumber, { nil: undefined }),
      personal: fc.option(wholeNumber.map(String), { nil: undefined }),
    });
    fc.assert(
      fc.property(position, (one) => {
        expect(parsePosition(formatPosition(one))).toEqual(one);
      }),
    );
  });

  it('is empty without a Last-Event-ID', () => {
    expect([parsePosition(undefined), parsePosition('')]).toEqual([{}, {}]);
  });

  it.each(['12', 'a', 'q1.a', 'q1 a2', 'q-1', 'a7.q12', 'q1.a2.a3', `q${'9'.repeat(17)}`])(
    'is unknown for any other text: %s',
    (text) => expect(parsePosition(text)).toEqual({ common: Number.NaN }),
  );
});
