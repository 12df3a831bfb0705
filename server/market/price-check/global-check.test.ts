import { expect, it } from 'vitest';
import { fakeGlobal } from '../../../tests/support/market/fake-market.ts';
import { type GlobalBelief, judgeGlobal } from './global-check.ts';

/** The total market caps shown after each of those that came. */
function show(caps: readonly number[]): (number | null)[] {
  let belief: GlobalBelief | null = null;
  return caps.map((usd) => {
    belief = judgeGlobal(belief, { ...fakeGlobal, total_market_cap: { usd } });
    return belief.global.total_market_cap.usd;
  });
}

it('a total market cap that moves more than tenfold waits for two confirmations', () => {
  expect(show([3e12, 3e18, 3.1e12])).toEqual([3e12, 3e12, 3.1e12]);
  expect(show([3e12, 2e11, 2.1e11, 1.9e11])).toEqual([3e12, 3e12, 3e12, 1.9e11]);
  expect(show([3e12, 3e18, 3e9, 3e18])).toEqual([3e12, 3e12, 3e12, 3e12]);
});
