import { describe, expect, it } from 'vitest';
import { FakeMarket, fakeDetail, fakeNow } from '../../../tests/support/market/fake-market.ts';
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

  it('is requested if the list does not have it', async () => {
    const market = new FakeMarket();
    market.onDemand.details.set('rare', { value: fakeDetail('rare'), fetchedAt: fakeNow, isStale: false });
    expect(await createFindCoin(market)('Rare')).toEqual({ coinId: 'rare', symbol: 'rar', name: 'rare' });
  });

  it('is null if there is none', async () => {
    expect(await createFindCoin(new FakeMarket())('made-up')).toBeNull();
  });
});
