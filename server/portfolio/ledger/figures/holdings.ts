import type { LedgerHolding, LedgerHoldings } from '#contract/ledger/figures.ts';
import type { CoinId } from '#contract/units.ts';
import type { Exact } from '../../valuation/exact.ts';
import type { CoinSummary, LedgerSummary } from '../calculator/ledger-query.ts';
import { formatAmount, unitCostOf } from '../engine/fixed-point.ts';
import type { CoinNames } from './coin-names.ts';
import type { CoinPrice } from './coin-prices.ts';
import {
  exactAmount,
  exactMoney,
  exactText,
  instantText,
  moneyText,
  percentOf,
  sumExact,
} from './exact-figures.ts';
import { describeProblem } from './problem-messages.ts';

/** A coin's figures with its price. */
interface Valued {
  readonly coin: CoinSummary;
  readonly price: CoinPrice;
  readonly value: Exact | null;
  readonly cost: Exact | null;
  readonly unrealized: Exact | null;
}

const noPrice: CoinPrice = {
  price: null,
  dollars: null,
  rate: null,
  state: 'unavailable',
  asOf: null,
  problem: null,
};

/** Coins at their prices, the highest value first; those without a price last, by id. */
export function valueCoins(coins: readonly CoinSummary[], prices: ReadonlyMap<CoinId, CoinPrice>): Valued[] {
  return coins
    .map((coin) => valueCoin(coin, prices.get(coin.coinId) ?? noPrice))
    .sort((a, b) => compareDown(a.value, b.value) || (a.coin.coinId < b.coin.coinId ? -1 : 1));
}

function valueCoin(coin: CoinSummary, price: CoinPrice): Valued {
  return {
    coin,
    price,
    cost: coin.costBasis === null ? null : exactMoney(coin.costBasis),
    value: multiply(coin.amount, price.price),
    unrealized: unrealizedOf(coin, price),
  };
}

/** Of what has a known cost: its value less that cost. */
export function unrealizedOf(
  { costBasis, amountWithCost }: Pick<CoinSummary, 'costBasis' | 'amountWithCost'>,
  { price }: CoinPrice = noPrice,
): Exact | null {
  if (costBasis === null) return null;
  return multiply(amountWithCost, price)?.minus(exactMoney(costBasis)) ?? null;
}

/** Nothing is worth nothing, whatever its price. */
function multiply(amount: bigint, price: Exact | null): Exact | null {
  if (price === null && amount !== 0n) return null;
  return exactAmount(amount).times(price ?? 0);
}

export function describeHolding(valued: Valued, names: ReadonlyMap<CoinId, CoinNames>): LedgerHolding {
  const { coin, price, value, cost, unrealized } = valued;
  const { coinId, costBasis, amountWithCost } = coin;
  const { symbol, name } = names.get(coinId) ?? { symbol: coinId, name: coinId };
  const isAverageKnown = costBasis !== null && amountWithCost > 0n;
  return {
    coinId,
    symbol,
    name,
    amount: formatAmount(coin.amount),
    costBasis: moneyText(costBasis),
    averageCost: isAverageKnown ? formatAmount(unitCostOf(costBasis, amountWithCost)) : null,
    unknownCostAmount: formatAmount(coin.amountWithoutCost),
    price: exactText(price.price),
    priceState: price.state,
    priceAsOf: instantText(price.asOf),
    value: exactText(value),
    unrealized: exactText(unrealized),
    unrealizedPercent: unrealized && cost && percentOf(unrealized, cost),
    realized: moneyText(coin.realized),
    income: moneyText(coin.income),
    fees: moneyText(coin.fees),
    lots: coin.lots,
    firstAcquiredAt: instantText(coin.firstAcquiredAt),
    wallets: coin.wallets.map(([wallet, amount]) => ({ wallet, amount: formatAmount(amount) })),
    problems: [
      ...coin.problems.map(({ kind, transactionId }) => describeProblem(kind, transactionId, symbol)),
      ...(price.problem && coin.amount !== 0n ? [describeProblem(price.problem, null, symbol)] : []),
    ],
  };
}

/** Over all coins that the ledger has touched: what is sold has realized something too. */
export function sumUpHoldings(
  valued: readonly Valued[],
  { otherFees, unknownOtherFees }: Omit<LedgerSummary, 'coins'>,
): LedgerHoldings['totals'] {
  const priced = valued.filter(({ unrealized }) => unrealized !== null);
  const unrealized = sumExact(valued.map((one) => one.unrealized));
  const pricedCost = sumExact(priced.map(({ cost }) => cost));
  const moneyOf = (pick: (coin: CoinSummary) => bigint | null) =>
    valued.map(({ coin }) => {
      const money = pick(coin);
      return money === null ? null : exactMoney(money);
    });
  const allFees = [
    ...moneyOf(({ fees }) => fees),
    exactMoney(otherFees),
    ...(unknownOtherFees > 0 ? [null] : []),
  ];
  const problems = valued.map(
    ({ coin, price }) => coin.problems.length + Number(price.problem !== null && coin.amount !== 0n),
  );
  return {
    value: exactText(sumExact(valued.map(({ value }) => value))),
    costBasis: exactText(sumExact(valued.map(({ cost }) => cost))),
    unrealized: exactText(unrealized),
    unrealizedPercent: unrealized && pricedCost && percentOf(unrealized, pricedCost),
    realized: exactText(sumExact(moneyOf(({ realized }) => realized))),
    income: exactText(sumExact(moneyOf(({ income }) => income))),
    fees: exactText(sumExact(allFees)),
    unknownCost: valued.reduce(
      (sum, { coin }) => sum + coin.unknownDisposals + Number(coin.amountWithoutCost > 0n),
      0,
    ),
    problems: problems.reduce((sum, count) => sum + count, unknownOtherFees),
  };
}

function compareDown(a: Exact | null, b: Exact | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return b.comparedTo(a);
}
