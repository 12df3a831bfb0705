import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SimulatedCoin, simulatedCoins } from '../coins/simulated-coins.ts';
import { createPricePath } from './price-path.ts';

const day = 86_400_000;
const firstDay = Date.UTC(2020, 0, 1);
const lastDay = Date.UTC(2040, 0, 1);
const path = createPricePath(3);
const coinOf = (id: string): SimulatedCoin => simulatedCoins.find((coin) => coin.id === id)!;
const ofKind = (...kinds: SimulatedCoin['kind'][]) =>
  simulatedCoins.filter(({ kind }) => kinds.includes(kind));

const anyCoin = fc.constantFrom(...simulatedCoins);
const anyInstant = fc.integer({ min: firstDay, max: lastDay });

const changeOver = (coin: SimulatedCoin, at: number, span: number) =>
  path.priceAt(coin, at) / path.priceAt(coin, at - span) - 1;

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const together = mean(a.map((value, i) => (value - meanA) * (b[i]! - meanB)));
  const spread = (values: readonly number[], center: number) =>
    Math.sqrt(mean(values.map((v) => (v - center) ** 2)));
  return together / (spread(a, meanA) * spread(b, meanB));
}

/** Every ninth day of twenty years. */
const sampleDays = Array.from({ length: 811 }, (_, i) => firstDay + i * 9 * day);

describe('The simulated price path', () => {
  it('yields the same price for the same seed, coin and instant, whatever was asked before', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(fc.tuple(anyCoin, anyInstant), { minLength: 1, maxLength: 8 }),
        (seed, points) => {
          const one = createPricePath(seed);
          const other = createPricePath(seed);
          const prices = points.map(([coin, at]) => one.priceAt(coin, at));
          const reversed = [...points].reverse().map(([coin, at]) => other.priceAt(coin, at));
          expect(reversed.reverse()).toEqual(prices);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('differs for another seed', () => {
    const other = createPricePath(4);
    const bitcoin = coinOf('bitcoin');
    expect(other.priceAt(bitcoin, firstDay)).not.toBe(path.priceAt(bitcoin, firstDay));
  });

  it('never jumps more than 1% within a second', () => {
    fc.assert(
      fc.property(anyCoin, anyInstant, (coin, at) => {
        expect(Math.abs(changeOver(coin, at, 1000))).toBeLessThan(0.01);
      }),
      { numRuns: 2000 },
    );
  });

  it('moves from one second to the next, but only by a few hundredths of a percent', () => {
    const bitcoin = coinOf('bitcoin');
    const moves = Array.from({ length: 600 }, (_, s) =>
      Math.abs(changeOver(bitcoin, firstDay + s * 1000, 1000)),
    );
    expect(moves.filter((move) => move > 0).length).toBeGreaterThan(550);
    expect(Math.max(...moves)).toBeLessThan(0.001);
  });

  it.each([1, 2, 3, 4, 5])(
    'keeps bitcoin between 5,000 and 500,000 dollars and first by market cap (seed %i)',
    (seed) => {
      const market = createPricePath(seed);
      const [bitcoin, ...others] = simulatedCoins;
      for (const at of sampleDays) {
        const price = market.priceAt(bitcoin!, at);
        expect(price).toBeGreaterThan(5_000);
        expect(price).toBeLessThan(500_000);
        for (const coin of others.slice(0, 12)) {
          expect(market.priceAt(coin, at) * coin.circulating).toBeLessThan(price * bitcoin!.circulating);
        }
      }
    },
  );

  it('has a price above 0 and a volume for every coin', () => {
    fc.assert(
      fc.property(anyCoin, anyInstant, (coin, at) => {
        expect(path.priceAt(coin, at)).toBeGreaterThan(0);
        expect(path.volumeAt(coin, at)).toBeGreaterThan(0);
      }),
    );
  });

  it('keeps stablecoins within 3% of their peg, with a rare slip of more than 0.5%', () => {
    const gaps = ofKind('stable').flatMap((coin) =>
      sampleDays.map((at) => Math.abs(path.priceAt(coin, at) / coin.price - 1)),
    );
    expect(Math.max(...gaps)).toBeLessThan(0.03);
    const slips = gaps.filter((gap) => gap > 0.005).length;
    expect(slips).toBeGreaterThan(0);
    expect(slips / gaps.length).toBeLessThan(0.02);
  });

  it('keeps wrapped and staked coins within 1% of what they represent', () => {
    for (const coin of ofKind('wrapped')) {
      const leader = coinOf(coin.follows!);
      for (const at of sampleDays.slice(0, 50)) {
        const ratio = path.priceAt(coin, at) / path.priceAt(leader, at);
        expect(Math.abs((ratio * leader.price) / coin.price - 1)).toBeLessThan(0.01);
      }
    }
  });

  it('moves coins by 0.5 to 6% on the median day, with calm and wild weeks', () => {
    const moving = ofKind('bitcoin', 'major', 'alt', 'meme');
    const changes = moving.flatMap((coin) =>
      sampleDays.slice(0, 60).map((at) => Math.abs(changeOver(coin, at, day))),
    );
    expect(median(changes)).toBeGreaterThan(0.005);
    expect(median(changes)).toBeLessThan(0.06);

    const bitcoin = coinOf('bitcoin');
    const weeks = Array.from({ length: 200 }, (_, week) =>
      median(
        Array.from({ length: 7 }, (_, d) =>
          Math.abs(changeOver(bitcoin, firstDay + (week * 7 + d) * day, day)),
        ),
      ),
    ).sort((a, b) => a - b);
    expect(weeks[180]! / weeks[20]!).toBeGreaterThan(3);
  });

  it('moves the other coins with bitcoin', () => {
    const bitcoin = sampleDays.slice(0, 300).map((at) => changeOver(coinOf('bitcoin'), at, day));
    for (const coin of ofKind('major', 'alt').slice(0, 40)) {
      const own = sampleDays.slice(0, 300).map((at) => changeOver(coin, at, day));
      expect(correlation(own, bitcoin), coin.id).toBeGreaterThan(0.3);
    }
  });
});

describe('The simulated coins', () => {
  it('are at least 260, each with its own id and supplies that fit together', () => {
    expect(simulatedCoins.length).toBeGreaterThanOrEqual(260);
    expect(new Set(simulatedCoins.map(({ id }) => id)).size).toBe(simulatedCoins.length);
    for (const { id, circulating, total, max } of simulatedCoins) {
      expect(circulating, id).toBeLessThanOrEqual(total);
      expect(total, id).toBeLessThanOrEqual(max ?? total);
    }
  });

  it('follow only coins in the table', () => {
    for (const { follows } of ofKind('wrapped')) expect(coinOf(follows!).follows).toBeUndefined();
  });
});
