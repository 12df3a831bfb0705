import { describe, expect, it } from 'vitest';
import { AppError } from '#server/platform/http/app-error.ts';
import { FakeMarket, fakeDetail, fakeNow } from '../../../tests/support/market/fake-market.ts';
import { createHoldingPrices } from './holding-prices.ts';

const minute = 60_000;
const fetched = (coinId: string, isStale = false) => ({
  value: fakeDetail(coinId),
  fetchedAt: fakeNow,
  isStale,
});

/** A market that allows one call a minute for coins outside its list, and reports earlier answers as stale. */
function createPoorMarket() {
  const market = new FakeMarket();
  const time = { now: fakeNow };
  const known = new Set<string>();
  let usedIn = -1;
  market.getCoin = async (coinId) => {
    const thisMinute = Math.floor(time.now / minute);
    const isUsedUp = usedIn === thisMinute;
    if (isUsedUp && known.has(coinId)) return fetched(coinId, true);
    if (isUsedUp) throw new AppError('market_unavailable', 'Not now.');
    usedIn = thisMinute;
    known.add(coinId);
    return fetched(coinId);
  };
  return { market, time };
}

describe('prices of the coins of a portfolio', () => {
  it('come from the snapshot without a call upstream', async () => {
    const market = new FakeMarket();
    const prices = await createHoldingPrices(market, { now: () => fakeNow })([
      'bitcoin',
      'bitcoin',
      'ethereum',
    ]);
    expect([...prices]).toEqual([
      ['bitcoin', { price: 100, change24h: 1, state: 'live', asOf: fakeNow }],
      ['ethereum', { price: 100, change24h: 1, state: 'live', asOf: fakeNow }],
    ]);
    expect(market.calls).toEqual([]);
  });

  it('reach every coin eventually, however few calls are allowed', async () => {
    const { market, time } = createPoorMarket();
    const getPrices = createHoldingPrices(market, { now: () => time.now });
    const wanted = ['rare', 'rarer', 'rarest'];
    const priced: number[] = [];
    for (let turn = 0; turn < wanted.length; turn += 1) {
      const prices = await getPrices(wanted);
      priced.push([...prices.values()].filter(({ price }) => price !== null).length);
      time.now += minute;
    }
    expect(priced).toEqual([1, 2, 3]);
  });

  it('are requested for at most fifty coins at a time, and returned for all', async () => {
    const market = new FakeMarket();
    const wanted = Array.from({ length: 60 }, (_, index) => `coin-${index}`);
    const prices = await createHoldingPrices(market, { now: () => fakeNow })(wanted);
    expect(prices.size).toBe(60);
    expect(market.calls).toHaveLength(50);
    expect([...prices.values()].filter(({ state }) => state === 'unavailable')).toHaveLength(10);
  });

  it('are unavailable while the market starts, without requests', async () => {
    const market = new FakeMarket(null);
    const prices = await createHoldingPrices(market, { now: () => fakeNow })(['bitcoin']);
    expect(prices.get('bitcoin')).toMatchObject({ price: null, state: 'unavailable' });
    expect(market.calls).toEqual([]);
  });
});
