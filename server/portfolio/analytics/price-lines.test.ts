import { describe, expect, it } from 'vitest';
import { maxCoinsDrawn, type ValuedHolding } from '#contract/portfolio.ts';
import { FakeMarket, fakeNow, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { createGetPriceLines } from './price-lines.ts';

const nameOf = (index: number) => ({ coinId: `coin-${index}`, symbol: 'c', name: `Coin ${index}` });

describe('the prices behind a portfolio chart', () => {
  const historyOf = (price: number) => ({
    value: { prices: [[fakeNow - 1, price] as [number, number]], market_caps: [], total_volumes: [] },
    fetchedAt: fakeNow,
    isStale: false,
  });
  const hold = (index: number) =>
    ({ ...nameOf(index), amount: '1', price: String(1000 - index) }) as ValuedHolding;

  it('yield to other calls between two histories', async () => {
    const market = new FakeMarket();
    market.publish(fakeSnapshot());
    const order: string[] = [];
    const getHistory = async (coinId: string) => {
      order.push(coinId);
      if (order.length === 1) setImmediate(() => order.push('another call'));
      return historyOf(1);
    };
    const getLines = createGetPriceLines({ snapshot: () => market.snapshot(), getHistory });
    await getLines([hold(0), hold(1), hold(2)], 365);
    expect(order.indexOf('another call')).toBeLessThan(order.indexOf('coin-2'));
    expect(order).toHaveLength(4);
  });

  it('fail as a whole if one fails, without unhandled rejections', async () => {
    const market = new FakeMarket();
    market.publish(fakeSnapshot());
    const getHistory = async (coinId: string) => {
      if (coinId === 'coin-0') throw new Error('out of order');
      return historyOf(1);
    };
    const getLines = createGetPriceLines({ snapshot: () => market.snapshot(), getHistory });
    await expect(getLines([hold(0), hold(1)], 365)).rejects.toThrow('out of order');
  });

  it('are requested only for the most valuable coins, and the others are named', async () => {
    const market = new FakeMarket();
    market.publish(fakeSnapshot());
    const held = Array.from({ length: maxCoinsDrawn + 2 }, (_, index) => {
      const coin = nameOf(index);
      market.onDemand.histories.set(coin.coinId, historyOf(1));
      // The later a coin, the lower its value.
      return hold(index);
    });
    const { lines, leftOut } = await createGetPriceLines(market)(held.toReversed(), 365);
    expect(lines).toHaveLength(maxCoinsDrawn);
    expect(market.calls.filter((call) => call.startsWith('getHistory'))).toHaveLength(maxCoinsDrawn);
    expect(leftOut).toEqual([nameOf(maxCoinsDrawn), nameOf(maxCoinsDrawn + 1)]);
  });
});
