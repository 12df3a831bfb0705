import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CoinSummary } from '../calculator/ledger-query.ts';
import { formatUnits } from '../engine/fixed-point.ts';
import { PriceBook } from './price-book.ts';

const coinOf = (coinId: string, amount: bigint, costBasis: bigint | null): CoinSummary => ({
  ...{ coinId, amount, costBasis, wallets: [], amountWithCost: amount, amountWithoutCost: 0n },
  ...{ realized: null, income: null, fees: null, lots: 0, unknownDisposals: 0, unknownGains: 0 },
  ...{ firstAcquiredAt: null, isTraded: true, problems: [], problemCount: 0 },
});
const priceOf = (price: string | null) => ({
  ...{ price, dollars: price, rate: null, state: 'live' as const, asOf: 0, source: 'test', problem: null },
});

const amounts = fc.oneof(fc.bigInt(-(10n ** 40n), 10n ** 40n), fc.bigInt(10n ** 30n, 10n ** 30n + 3n));
const places = fc.integer({ min: 0, max: 24 });

it('computes exact values and sorts by them, even where floats would be equal', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(amounts, fc.option(fc.bigInt(1n, 10n ** 20n)), places)), (drawn) => {
      const coins = drawn.map(([amount], index) => coinOf(`coin-${index}`, amount, 7n));
      const prices = drawn.map(([, price, size], index) => {
        const text = price === null ? null : size === 0 ? `${price}` : formatUnits(price, size);
        return [`coin-${index}`, priceOf(text)] as const;
      });
      const book = new PriceBook(new Map(prices));
      const valued = book.valueCoins(coins);
      const known = valued.filter(({ value }) => value !== null);
      expect(valued.slice(0, known.length)).toEqual(known);
      for (const [index, { value }] of known.entries())
        if (index > 0) expect(known[index - 1]!.value! >= value!).toBe(true);
      for (const { coin, value, cost, unrealized } of valued) {
        expect(unrealized).toBe(value === null || cost === null ? null : value - cost);
        expect(book.unrealizedOf(coin)).toBe(unrealized);
      }
      // In a fixed unit, independent of the book's own.
      const exact = drawn.map(([amount, price, size]) =>
        price === null ? null : amount * price * 10n ** BigInt(24 - size),
      );
      const sizes = prices.map(([, { price }]) => price?.split('.')[1]?.length ?? 0);
      const factor = 10n ** BigInt(24 - Math.max(18, ...sizes));
      for (const { coin, value } of valued) {
        const wanted = coin.amount === 0n ? 0n : exact[Number(coin.coinId.slice('coin-'.length))]!;
        expect(value === null ? null : value * factor).toBe(wanted);
      }
    }),
  );
});
