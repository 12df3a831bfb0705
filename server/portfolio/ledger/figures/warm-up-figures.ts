import type { CoinSummary } from '../calculator/ledger-query.ts';
import { fixedPoint } from '../engine/fixed-point.ts';
import type { CoinPrice } from './coin-prices.ts';
import { describeHoldings, letOthersRun, Pieces } from './holdings.ts';

/** Enough for V8 to compile the code. A round takes some milliseconds, in pieces. */
const rounds = 12;
const coinCount = 200;
const unit = 10n ** BigInt(fixedPoint.amountPlaces);

function makeCoin(index: number): CoinSummary {
  const amount = (BigInt(index) * unit) / 7n + 1n;
  return {
    coinId: `coin-${index}`,
    amount,
    wallets: [['main', amount]],
    ...{ costBasis: amount * 90n, amountWithCost: amount, amountWithoutCost: 0n },
    ...{ realized: amount, income: 0n, fees: unit, lots: 3, unknownDisposals: 0, unknownGains: 0 },
    ...{ firstAcquiredAt: Date.UTC(2020, 0, 1) + index, isTraded: true, problems: [], problemCount: 0 },
  };
}

function makePrice(index: number): CoinPrice {
  const price = `${index + 1}.12345678`;
  const source = 'simulated';
  return {
    ...{ price, dollars: price, rate: null, state: 'live', asOf: Date.UTC(2026, 0, 1), source },
    problem: null,
  };
}

/**
 * Describes the holdings of a made ledger, pausing for other calls. Otherwise V8 would compile the code while the first
 * user with a large ledger waits, and all others with them.
 */
export async function warmUpFigures(): Promise<void> {
  const coins = Array.from({ length: coinCount }, (_, index) => makeCoin(index));
  const prices = new Map(coins.map(({ coinId }, index) => [coinId, makePrice(index)]));
  const names = new Map(coins.map(({ coinId }) => [coinId, { symbol: coinId, name: coinId }]));
  for (let round = 0; round < rounds; round += 1) {
    // Copies, because the texts of known coins are cached.
    const summary = { coins: coins.map((coin) => ({ ...coin })), otherFees: 0n, unknownOtherFees: 0 };
    const parts = { prices, names, gaps: new Map(), all: false, pieces: new Pieces() };
    JSON.stringify(await describeHoldings(summary, parts));
    await letOthersRun();
  }
}
