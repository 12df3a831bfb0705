import { expect, it } from 'vitest';
import { subtractTotals } from './subtract-totals.ts';

it('The difference of a total that is only known then or now is not known', () => {
  const [then, now] = [
    { proceeds: '100', cost: null, gains: '20', losses: null, net: '20.5' },
    { proceeds: '150', cost: '80', gains: null, losses: null, net: '20.5' },
  ];
  expect(subtractTotals(now, then)).toEqual({
    proceeds: '50',
    cost: null,
    gains: null,
    losses: '0',
    net: '0',
  });
});
