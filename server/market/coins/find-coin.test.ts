import { describe, expect, it } from 'vitest';
import { FakeMarket, fakeDetail, fakeNow } from '../../../tests/support/market/fake-market.ts';
import { createFindCoin } from './find-coin.ts';

describe('a coin that somebody names', () => {
  it('is found in the list, whatever the case, without asking upstream', async () => {
    const market = new FakeMarket();
    expect(await createFindCoin(market)('BitCoin')).toEqual({
      coinId: 'bitcoin',
      symbol: 'bit',
      name: 'Bitcoin',
    });
    expect(market.calls).toEqual([]);
  });

  it('is asked for where the list does not have it', async () => {
    const market = new FakeMarket();
    market.onDemand.details.set('rare', { value: fakeDetail('rare'), fetchedAt: fakeNow, isStale: false });
    expect(await createFindCoin(market)('Rare')).toEqual({ coinId: 'rare', symbol: 'rar', name: 'rare' });
  });

  it('is null where there is none', async () => {
    expect(await createFindCoin(new FakeMarket())('made-up')).toBeNull();
  });
});
