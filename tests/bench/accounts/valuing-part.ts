import type { Holding } from '#contract/portfolio.ts';
import { type HoldingPrice, valueHoldings } from '../../../server/portfolio/valuation/performance.ts';
import { type Finding, microseconds, milliseconds, times } from '../report.ts';
import { median } from '../statistics.ts';
import { holdingCount } from './bench-user.ts';

const portfolios = 10_000;
const rounds = 3;
const coins = 250;
const now = Date.UTC(2026, 0, 1);

/**
 * Measures the time to value very many portfolios exactly, compared with the same sums, order and texts in floating
 * point.
 */
export function measureValuing(): Finding[] {
  const prices = new Map(Array.from({ length: coins }, (_, rank) => [`coin-${rank}`, makePrice(rank)]));
  const owned = Array.from({ length: portfolios }, (_, index) => makeHoldings(index));
  const exact: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    exact.push(time(() => owned.forEach((holdings) => void valueHoldings(holdings, prices))));
    floor.push(time(() => owned.forEach((holdings) => void valueRoughly(holdings, prices))));
  }
  return [
    { what: `${portfolios} portfolios of ${holdingCount}, exactly`, measured: milliseconds(median(exact)) },
    { what: 'One of them', measured: microseconds((median(exact) / portfolios) * 1000) },
    { what: 'All of them in floating point', measured: milliseconds(median(floor)) },
    { what: 'Exactly, compared with floating point', measured: times(median(exact) / median(floor)) },
  ];
}

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** From about ten thousand dollars down to millionths, with a provider's digits. */
function makePrice(rank: number): HoldingPrice {
  const price = Number((65_432.1 * 0.9 ** rank).toPrecision(7));
  return { price, change24h: Number((price * 0.0123).toPrecision(6)), state: 'live', asOf: now };
}

function makeHoldings(portfolio: number): Holding[] {
  return Array.from({ length: holdingCount }, (_, index) => {
    const rank = (portfolio * 7 + index * 11) % coins;
    return {
      id: `holding-${portfolio}-${index}`,
      portfolioId: `portfolio-${portfolio}`,
      coinId: `coin-${rank}`,
      symbol: `c${rank}`,
      name: `Coin ${rank}`,
      amount: `${(portfolio % 97) + 1}.${String(12_345_678 + portfolio * 31 + index)}`,
      purchasePrice: index % 5 === 0 ? null : (60_000 * 0.9 ** rank + 0.01).toFixed(8),
      createdAt: new Date(now).toISOString(),
    };
  });
}

/** Calculates the same answer in floating point, where the last digits may be wrong: the minimum cost in JavaScript. */
function valueRoughly(holdings: readonly Holding[], prices: ReadonlyMap<string, HoldingPrice>) {
  const sum = { value: 0, invested: 0, change24h: 0 };
  const rows = holdings.map((holding) => {
    const { price, change24h, state, asOf } = prices.get(holding.coinId)!;
    const amount = Number(holding.amount);
    const invested = amount * Number(holding.purchasePrice ?? 0);
    const value = amount * price!;
    sum.value += value;
    sum.invested += invested;
    sum.change24h += amount * change24h!;
    const pnl = value - invested;
    const pnlPercent = invested === 0 ? 0 : (pnl / invested) * 100;
    return { holding, price, state, asOf, invested, value, pnl, pnlPercent, change24h: amount * change24h! };
  });
  return {
    value: String(sum.value),
    invested: String(sum.invested),
    pnl: String(sum.value - sum.invested),
    change24h: String(sum.change24h),
    holdings: rows
      .toSorted((a, b) => b.pnlPercent - a.pnlPercent || b.value - a.value)
      .map(({ holding, price, state, asOf, invested, value, pnl, pnlPercent, change24h }) => ({
        ...holding,
        price: String(price),
        priceState: state,
        priceAsOf: new Date(asOf!).toISOString(),
        value: String(value),
        invested: String(invested),
        pnl: String(pnl),
        pnlPercent: String(pnlPercent),
        change24h: String(change24h),
        sharePercent: String((value / sum.value) * 100),
      })),
  };
}
