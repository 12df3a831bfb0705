import { describe, expect, it } from 'vitest';
import { createTitleIndex } from './title-index.ts';

const morning = Date.UTC(2026, 10, 21, 8);
const evening = Date.UTC(2026, 10, 21, 23, 59);
const nextDay = Date.UTC(2026, 10, 22);

function isSimilar(one: string, other: string, at = evening): boolean {
  const index = createTitleIndex();
  index.add(one, morning);
  return index.hasSimilar(other, at);
}

describe('similar headlines', () => {
  it.each([
    ['Bitcoin rises above $100,000', 'BITCOIN rises above $100,000!'],
    ['Tether freezes a wallet after the Bitget heist', 'Tether freezes wallet after Bitget heist'],
    ['Exchange halts withdrawals for an hour', 'Exchange halts withdrawals for an hour - Block Ledger'],
    [
      'Circle and Tether step in to freeze hacker wallet after massive Bitget crypto heist today',
      'Circle and Tether step in to freeze hacker wallet after Bitget crypto heist today',
    ],
    ['比特币突破十万美元', '比特币突破十万美元'],
  ])('%s = %s', (one, other) => expect(isSimilar(one, other)).toBe(true));

  it.each([
    [
      'Bitcoin ETFs take in $100M on their best day of this whole autumn',
      'Bitcoin ETFs take in $200M on their best day of this whole autumn',
    ],
    [
      'Spot bitcoin funds of the largest asset managers took in $100 million net during their strongest week since early summer',
      'Spot bitcoin funds of the largest asset managers took in $200 million net during their strongest week since early summer',
    ],
    ['Bitcoin rises', 'Bitcoin falls'],
    ['Regulator approves a second fund', 'Regulator rejects a second fund'],
    ['Something', 'Something else'],
  ])('%s ≠ %s', (one, other) => expect(isSimilar(one, other)).toBe(false));

  it('include long ones that begin alike, however they continue', () => {
    const words = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
    expect(isSimilar(`${words} one two three four five six`, `${words} seven eight nine ten eleven`)).toBe(
      true,
    );
  });

  it('are similar only within a day, because some recur daily', () => {
    const title = 'Here is what happened in crypto today';
    expect([isSimilar(title, title), isSimilar(title, title, nextDay)]).toEqual([true, false]);
  });
});
