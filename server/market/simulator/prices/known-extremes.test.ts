import { describe, expect, it } from 'vitest';
import { simulatedCoins } from '../coins/simulated-coins.ts';
import { defaultSeed } from '../simulated-market.ts';
import { createExtremes } from './extremes.ts';
import { knownExtremes, knownThrough } from './known-extremes.ts';
import { createPricePath } from './price-path.ts';

const path = createPricePath(defaultSeed);

describe('the known extremes of the demo market', () => {
  it('are those that a search finds (otherwise run scripts/make-known-extremes.mjs)', () => {
    const extremesOf = createExtremes(path);
    const found = simulatedCoins.map((coin) => {
      const { high, low } = extremesOf(coin, knownThrough);
      return [coin.id, [high.at / 1000, low.at / 1000]];
    });
    expect(Object.fromEntries(found)).toEqual(knownExtremes);
  });

  it('are no longer used when a clock is set back before them', () => {
    const extremesOf = createExtremes(path, { through: knownThrough, seconds: knownExtremes });
    const before = Date.UTC(2024, 0, 1);
    for (const coin of simulatedCoins.slice(0, 5)) {
      const { high, low } = extremesOf(coin, before);
      expect(Math.max(high.at, low.at)).toBeLessThanOrEqual(before);
    }
  });
});
