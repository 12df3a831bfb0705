import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeCoin, fakeNow, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { convertCoin } from '../currencies/convert.ts';
import { withCoinRates } from './coin-rates.ts';

const held = (rates: Record<string, string>) =>
  new Map(
    Object.entries(rates).map(([code, rate]) => [code, { rate, at: fakeNow - 300_000, candidate: null }]),
  );
const snapshotAt = (price: number | null) =>
  fakeSnapshot({ coins: [fakeCoin('bitcoin', { current_price: price })] });

describe('rates of coins', () => {
  it('follow the displayed prices, whenever rates were refreshed', () => {
    const rates = held({ btc: '0.00001', sats: '1000', eur: '0.9', eth: '0.0004' });
    const snapshot = snapshotAt(64_000);
    const followed = withCoinRates(rates)(snapshot);
    expect(followed.get('btc')).toMatchObject({ rate: '0.000015625', at: snapshot.asOf });
    expect(followed.get('sats')).toMatchObject({ rate: '1562.5' });
    expect(followed.get('eur')).toEqual(rates.get('eur'));
    // Not listed.
    expect(followed.get('eth')).toEqual(rates.get('eth'));
    expect([...followed.keys()]).toEqual([...rates.keys()]);
  });

  it('stay unchanged if the coin has no price', () => {
    const rates = held({ btc: '0.00001' });
    expect(withCoinRates(rates)(snapshotAt(null)).get('btc')).toEqual(rates.get('btc'));
  });

  it('are one object for the same rates and the same market', () => {
    const [rates, snapshot] = [held({ btc: '0.00001' }), snapshotAt(64_000)];
    expect(withCoinRates(rates)(snapshot)).toBe(withCoinRates(rates)(snapshot));
    expect(withCoinRates(rates)(snapshotAt(64_001))).not.toBe(withCoinRates(rates)(snapshot));
  });

  it('make a bitcoin exactly one bitcoin, at any price', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e8, noNaN: true }), (price) => {
        const snapshot = snapshotAt(price);
        const { rate } = withCoinRates(held({ btc: '1' }))(snapshot).get('btc')!;
        expect(convertCoin(snapshot.coins[0]!, rate).current_price).toBe(1);
        expect(Math.abs(price * Number(rate) - 1)).toBeLessThan(1e-15);
      }),
    );
  });
});
