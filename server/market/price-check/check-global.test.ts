import { expect, it } from 'vitest';
import { fakeGlobal } from '../../../tests/support/market/fake-market.ts';
import { type CheckedGlobal, checkGlobal } from './check-global.ts';

/** The total market cap shown after each refresh. */
function show(caps: readonly number[]): (number | null)[] {
  let checked: CheckedGlobal | null = null;
  return caps.map((usd) => {
    checked = checkGlobal(checked, { ...fakeGlobal, total_market_cap: { usd } });
    return checked.global.total_market_cap.usd;
  });
}

it('a total market cap that moves more than tenfold waits for two confirmations', () => {
  expect(show([3e12, 3e18, 3.1e12])).toEqual([3e12, 3e12, 3.1e12]);
  expect(show([3e12, 2e11, 2.1e11, 1.9e11])).toEqual([3e12, 3e12, 3e12, 1.9e11]);
  expect(show([3e12, 3e18, 3e9, 3e18])).toEqual([3e12, 3e12, 3e12, 3e12]);
});
