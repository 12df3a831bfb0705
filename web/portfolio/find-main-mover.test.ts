import { describe, expect, it } from 'vitest';
import { findMainMover } from './find-main-mover.ts';

const holding = (coinId: string, change24h: string | null) => ({
  coinId,
  name: coinId.toUpperCase(),
  change24h,
});

describe('most of a change', () => {
  it('is the coin that made more than half of it, in its direction', () => {
    expect(findMainMover([holding('a', '-80'), holding('b', '-30')])).toBe('A');
    expect(findMainMover([holding('a', '100'), holding('b', '-30')])).toBe('A');
    expect(findMainMover([holding('a', '50'), holding('b', '50')])).toBeNull();
  });

  it('adds up a coin that is held more than once', () => {
    expect(findMainMover([holding('a', '20'), holding('b', '35'), holding('a', '20')])).toBe('A');
  });

  it('is nobody where one coin is all there is, nothing changed or nothing is known', () => {
    expect(findMainMover([holding('a', '5')])).toBeNull();
    expect(findMainMover([holding('a', '5'), holding('b', '-5')])).toBeNull();
    expect(findMainMover([holding('a', null), holding('b', null)])).toBeNull();
  });
});
