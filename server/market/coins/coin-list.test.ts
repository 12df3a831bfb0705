import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinOrders } from '#contract/market.ts';
import { fakeCoin } from '../../../tests/support/market/fake-market.ts';
import { listCoins } from './coin-list.ts';
import { coinListQuerySchema } from './query-schemas.ts';

const idsOf = (coins: ReturnType<typeof listCoins>) => coins.map((coin) => coin.id);
const ask = (query: Record<string, unknown> = {}) => coinListQuerySchema.parse(query);

const coins = [
  fakeCoin('bogus', { market_cap: null, total_volume: 5, market_cap_rank: 1 }),
  fakeCoin('zero', { market_cap: 0, total_volume: null, market_cap_rank: null }),
  fakeCoin('small', { market_cap: 10, total_volume: 900, market_cap_rank: 2 }),
  fakeCoin('big', { market_cap: 1000, total_volume: 20, market_cap_rank: 4 }),
  fakeCoin('twin', { market_cap: 1000, total_volume: 0, market_cap_rank: 3 }),
];

describe('listCoins', () => {
  it.each([
    ['market_cap_desc', ['twin', 'big', 'small', 'bogus', 'zero']],
    ['market_cap_asc', ['small', 'twin', 'big', 'bogus', 'zero']],
    ['volume_desc', ['small', 'big', 'bogus', 'twin', 'zero']],
    ['volume_asc', ['bogus', 'big', 'small', 'twin', 'zero']],
  ])('orders by %s with missing figures last and ties by rank', (order, ids) => {
    expect(idsOf(listCoins(coins, ask({ order })))).toEqual(ids);
  });

  it('cuts pages, the last one short and later ones empty', () => {
    const page = (number: number) => idsOf(listCoins(coins, ask({ per_page: '2', page: String(number) })));
    expect([page(1), page(3), page(4), page(1e15)]).toEqual([['twin', 'big'], ['zero'], [], []]);
  });

  it('finds coins by id in any case, and skips unknown ids', () => {
    const capitals = [fakeCoin('bitCNY'), fakeCoin('big')];
    expect(idsOf(listCoins(capitals, ask({ ids: 'BITcny, BIG ,unknown,,big' })))).toEqual(['big', 'bitCNY']);
  });

  it('returns only the requested columns', () => {
    const [bare] = listCoins(coins, ask());
    expect(Object.keys(bare ?? {}).filter((name) => /_in_currency|sparkline|quarantined/.test(name))).toEqual(
      [],
    );
    const [full] = listCoins(coins, ask({ price_change_percentage: '1h, 24h,7d', sparkline: 'true' }));
    expect(full).toMatchObject({
      price_change_percentage_1h_in_currency: 0.1,
      price_change_percentage_24h_in_currency: 1.01,
      price_change_percentage_7d_in_currency: -3.2,
      sparkline_in_7d: { price: [90, 95, 100] },
    });
    expect(listCoins([fakeCoin('held', { quarantined: true })], ask())[0]?.quarantined).toBe(true);
  });

  it('puts every coin on exactly one page, in any order, without changing its input', () => {
    const figure = fc.option(fc.oneof(fc.constant(0), fc.double({ noNaN: true, min: -1, max: 1e15 })));
    const list = fc.array(fc.record({ market_cap: figure, total_volume: figure, market_cap_rank: figure }));
    fc.assert(
      fc.property(
        list,
        fc.constantFrom(...coinOrders),
        fc.integer({ min: 1, max: 7 }),
        (rows, order, size) => {
          const given = Object.freeze(rows.map((row, index) => fakeCoin(`coin${index}`, row)));
          const pages = Array.from({ length: Math.ceil(given.length / size) }, (_, index) =>
            listCoins(given, ask({ order, per_page: String(size), page: String(index + 1) })),
          );
          expect(idsOf(pages.flat()).sort()).toEqual(given.map((coin) => coin.id).sort());
        },
      ),
    );
  });
});
