import { describe, expect, it } from 'vitest';
import { maxCoinsDrawn, type ValuedHolding } from '#contract/portfolio.ts';
import { FakeMarket, fakeNow, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { createGetPriceLines } from './price-lines.ts';

const nameOf = (index: number) => ({ coinId: `coin-${index}`, symbol: 'c', name: `Coin ${index}` });

describe('the prices a portfolio is drawn from', () => {
  it('are those of the coins worth most: no more questions than these, and the others are named', async () => {
    const market = new FakeMarket();
    market.publish(fakeSnapshot());
    const held = Array.from({ length: maxCoinsDrawn + 2 }, (_, index) => {
      const coin = nameOf(index);
      market.onDemand.histories.set(coin.coinId, {
        value: { prices: [[fakeNow - 1, 1]], market_caps: [], total_volumes: [] },
        fetchedAt: fakeNow,
        isStale: false,
      });
      // Worth the less, the later it comes.
      return { ...coin, amount: '1', price: String(1000 - index) } as ValuedHolding;
    });
    const { lines, leftOut } = await createGetPriceLines(market)(held.toReversed(), 365);
    expect(lines).toHaveLength(maxCoinsDrawn);
    expect(market.calls.filter((call) => call.startsWith('getHistory'))).toHaveLength(maxCoinsDrawn);
    expect(leftOut).toEqual([nameOf(maxCoinsDrawn), nameOf(maxCoinsDrawn + 1)]);
  });
});
