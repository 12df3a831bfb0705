import { describe, expect, it } from 'vitest';
import {
  FakeMarket,
  fakeCoin,
  fakeDetail,
  fakeNow,
  fakeSnapshot,
} from '../../../tests/support/market/fake-market.ts';
import { createFindCoin } from './find-coin.ts';

describe('a coin given by id', () => {
  it('is found in the list, in any case, without asking upstream', async () => {
    const market = new FakeMarket();
    expect(await createFindCoin(market)('BitCoin')).toEqual({
      coinId: 'bitcoin',
      symbol: 'bit',
      name: 'Bitcoin',
    });
    expect(market.calls).toEqual([]);
  });

  it('is found without going through the whole list again', async () => {
    let reads = 0;
    const coins = Array.from({ length: 100 }, (_, index) => {
      const coin = fakeCoin(`coin-${index}`);
      return Object.defineProperty(coin, 'id', {
        get() {
          reads += 1;
          return `coin-${index}`;
        },
      });
    });
    const find = createFindCoin(new FakeMarket(fakeSnapshot({ coins })));
    for (let index = 0; index < 100; index += 1)
      expect((await find(`Coin-${index}`))?.coinId).toBe(`coin-${index}`);
    expect(reads).toBeLessThanOrEqual(300);
  });

  it('is requested if the list does not have it', async () => {
    const market = new FakeMarket();
    market.onDemand.details.set('rare', { value: fakeDetail('rare'), fetchedAt: fakeNow, isStale: false });
    expect(await createFindCoin(market)('Rare')).toEqual({ coinId: 'rare', symbol: 'rar', name: 'rare' });
  });

  it('is null if there is none', async () => {
    expect(await createFindCoin(new FakeMarket())('made-up')).toBeNull();
  });
});
