import { describe, expect, it } from 'vitest';
import { allocate, explainNoAllocation } from './allocation.ts';

const part = (coinId: string, value: string | null, sharePercent: string | null) => ({
  coinId,
  name: coinId,
  value,
  sharePercent,
});

describe('the allocation of a portfolio', () => {
  it('is by coin, largest first, without coins that have no price', () => {
    const slices = allocate([
      part('xrp', '10.10', '10'),
      part('bitcoin', '60', '60'),
      part('xrp', '30.05', '30'),
      part('gone', null, null),
    ]);
    expect(slices.map(({ name, value, share }) => [name, value, share])).toEqual([
      ['bitcoin', '60', '60'],
      ['xrp', '40.15', '40'],
    ]);
  });

  it('merges the smallest coins if there are many', () => {
    const many = Array.from({ length: 9 }, (_, index) =>
      part(`coin-${index}`, `${10 - index}.5`, `${10 - index}`),
    );
    const slices = allocate(many);
    expect(slices).toHaveLength(6);
    expect(slices.at(-1)).toEqual({ key: '', name: '4 other coins', value: '16.0', share: '14' });
  });
});

describe('without an allocation', () => {
  it('an empty portfolio is said to be empty', () => {
    expect(explainNoAllocation([])).toBe('There are no holdings yet.');
  });

  it('holdings without a price are said to have none', () => {
    expect(explainNoAllocation([{ coinId: 'bitcoin' }])).toBe('No coin here has a price right now.');
  });
});
