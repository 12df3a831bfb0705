import { describe, expect, it } from 'vitest';
import { findMainMover } from './find-main-mover.ts';

const holding = (coinId: string, change24h: string | null) => ({
  coinId,
  name: coinId.toUpperCase(),
  change24h,
});

describe('the main mover', () => {
  it('is the coin behind more than half of the change, in its direction', () => {
    expect(findMainMover([holding('a', '-80'), holding('b', '-30')])).toBe('A');
    expect(findMainMover([holding('a', '100'), holding('b', '-30')])).toBe('A');
    expect(findMainMover([holding('a', '50'), holding('b', '50')])).toBeNull();
  });

  it('adds up the holdings of a coin that is held more than once', () => {
    expect(findMainMover([holding('a', '20'), holding('b', '35'), holding('a', '20')])).toBe('A');
  });

  it('is null if there is only one coin, nothing changed or nothing is known', () => {
    expect(findMainMover([holding('a', '5')])).toBeNull();
    expect(findMainMover([holding('a', '5'), holding('b', '-5')])).toBeNull();
    expect(findMainMover([holding('a', null), holding('b', null)])).toBeNull();
  });
});
