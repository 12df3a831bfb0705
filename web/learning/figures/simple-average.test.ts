import { describe, expect, it } from 'vitest';
import { simpleAverage } from './simple-average.ts';

describe('a moving average', () => {
  it('is the mean of the last closes, and undefined until there are enough', () => {
    expect(simpleAverage([8, 10, 12, 14], 4)).toEqual([undefined, undefined, undefined, 11]);
    expect(simpleAverage([1, 2, 3], 2)).toEqual([undefined, 1.5, 2.5]);
  });
});
