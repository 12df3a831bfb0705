import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LedgerHolding, LedgerHoldings, LedgerProblem } from '#contract/ledger/figures.ts';
import type { CoinId, Milliseconds } from '#contract/units.ts';
import type { CoinSummary, LedgerSummary } from '../calculator/ledger-query.ts';
import { cutProblems } from '../calculator/summarize-ledger.ts';
import { formatAmount, unitCostOf } from '../engine/fixed-point.ts';
import type { CoinNames } from './coin-names.ts';
import type { CoinPrice } from './coin-prices.ts';
import { describeProblem } from './describe-problem.ts';
import { instantText, moneyText, percentOf, sumOrUnknown } from './money-text.ts';
import { PriceBook, type ValuedCoin } from './price-book.ts';

type CoinTexts = Pick<
  LedgerHolding,
  | 'amount'
  | 'costBasis'
  | 'averageCost'
  | 'unknownCostAmount'
  | 'realized'
  | 'income'
  | 'fees'
  | 'firstAcquiredAt'
  | 'wallets'
>;

/** The texts of unchanged coins are cached, because writing those of two hundred coins takes milliseconds. */
const coinTexts = new WeakMap<CoinSummary, CoinTexts>();

function textsOf(coin: CoinSummary): CoinTexts {
  const known = coinTexts.get(coin);
  if (known) return known;
  const { costBasis, amountWithCost } = coin;
  const isAverageKnown = costBasis !== null && amountWithCost > 0n;
  const texts = {
    amount: formatAmount(coin.amount),
    costBasis: moneyText(costBasis),
    averageCost: isAverageKnown ? formatAmount(unitCostOf(costBasis, amountWithCost)) : null,
    unknownCostAmount: formatAmount(coin.amountWithoutCost),
    realized: moneyText(coin.realized),
    income: moneyText(coin.income),
    fees: moneyText(coin.fees),
    firstAcquiredAt: instantText(coin.firstAcquiredAt),
    wallets: coin.wallets.map(([wallet, amount]) => ({ wallet, amount: formatAmount(amount) })),
  };
  coinTexts.set(coin, texts);
  return texts;
}

/** A holding as in the API. `maxProblems`: how many of the ledger's problems are listed, or one of each kind. */
export function describeHolding(
  valued: ValuedCoin,
  book: PriceBook,
  names: ReadonlyMap<CoinId, CoinNames>,
  maxProblems = Number.POSITIVE_INFINITY,
): LedgerHolding {
  const { coin, price, value, cost, unrealized } = valued;
  const { coinId } = coin;
  const { symbol, name } = names.get(coinId) ?? { symbol: coinId, name: coinId };
  const texts = textsOf(coin);
  const problems = cutProblems(coin.problems, maxProblems);
  return {
    coinId,
    symbol,
    name,
    amount: texts.amount,
    costBasis: texts.costBasis,
    averageCost: texts.averageCost,
    unknownCostAmount: texts.unknownCostAmount,
    price: price.price,
    priceState: price.state,
    priceAsOf: instantText(price.asOf),
    value: book.write(value),
    unrealized: book.write(unrealized),
    unrealizedPercent: unrealized === null || cost === null ? null : percentOf(unrealized, cost),
    realized: texts.realized,
    income: texts.income,
    fees: texts.fees,
    lots: coin.lots,
    firstAcquiredAt: texts.firstAcquiredAt,
    wallets: texts.wallets,
    problems: [
      ...problems.map(({ kind, transactionId }) => describeProblem(kind, transactionId, symbol)),
      ...(price.problem && coin.amount !== 0n ? [describeProblem(price.problem, null, symbol)] : []),
    ],
    ...(coin.problemCount > problems.length && { problemCount: countProblems(valued) }),
  };
}

const countProblems = ({ coin, price }: ValuedCoin) =>
  coin.problemCount + Number(price.problem !== null && coin.amount !== 0n);

/** The totals over all coins the ledger ever had, because those sold have realized gains too. */
export function sumUpHoldings(
  valued: readonly ValuedCoin[],
  book: PriceBook,
  { otherFees, unknownOtherFees }: Omit<LedgerSummary, 'coins'>,
): LedgerHoldings['totals'] {
  const unrealized = sumOrUnknown(valued.map((one) => one.unrealized));
  const priced = valued.filter((one) => one.unrealized !== null);
  const pricedCost = sumOrUnknown(priced.map(({ cost }) => cost)) ?? 0n;
  const moneyOf = (pick: (coin: CoinSummary) => bigint | null) => valued.map(({ coin }) => pick(coin));
  const unknownGain = valued.reduce((sum, { coin }) => sum + coin.unknownGains, 0);
  const allFees = [...moneyOf(({ fees }) => fees), otherFees, ...(unknownOtherFees > 0 ? [null] : [])];
  return {
    value: book.write(sumOrUnknown(valued.map(({ value }) => value))),
    costBasis: book.write(sumOrUnknown(valued.map(({ cost }) => cost))),
    unrealized: book.write(unrealized),
    unrealizedPercent: unrealized === null ? null : percentOf(unrealized, pricedCost),
    realized: moneyText(sumOrUnknown(moneyOf(({ realized }) => realized))),
    income: moneyText(sumOrUnknown(moneyOf(({ income }) => income))),
    fees: moneyText(sumOrUnknown(allFees)),
    unknownCost: valued.reduce(
      (sum, { coin }) => sum + coin.unknownDisposals + Number(coin.amountWithoutCost > 0n),
      0,
    ),
    ...(unknownGain > 0 && { unknownGain }),
    problems: valued.reduce((sum, one) => sum + countProblems(one), unknownOtherFees),
  };
}

/** The most problems listed in total, besides the first of each kind of each holding: writing them takes some ten milliseconds. */
const maxProblems = 5_000;

/** How long other calls wait for a piece of the work. */
const pieceMs: Milliseconds = 1;

/** Turns of the event loop that a short call takes. With one turn between pieces, it would wait for as many pieces. */
const turnsOfCall = 3;

/** Yields to the event loop for as long as a short call takes. */
export async function letOthersRun(): Promise<void> {
  for (let turn = 0; turn < turnsOfCall; turn += 1) await yieldToEventLoop();
}

/** Divides work into pieces of a millisecond, between which other calls run. */
export class Pieces {
  #since = performance.now();

  /** Whether the current piece has taken its time. */
  get isOver(): boolean {
    return performance.now() - this.#since >= pieceMs;
  }

  /** Ends the current piece: lets other calls run. */
  async next(): Promise<void> {
    await letOthersRun();
    this.#since = performance.now();
  }
}

/** What a coin lacks according to imported files. */
export interface ListedGaps {
  /** The first ones. */
  readonly problems: readonly LedgerProblem[];
  /** How many there are in total: a coin may lack something in each of 500 wallets. */
  readonly count: number;
}

/** What the holdings of a ledger are described with. */
interface HoldingParts {
  readonly prices: ReadonlyMap<CoinId, CoinPrice>;
  readonly names: ReadonlyMap<CoinId, CoinNames>;
  /** By coin: what the ledger lacks according to imported files. */
  readonly gaps: ReadonlyMap<CoinId, ListedGaps>;
  /** Whether coins without a balance are listed too. */
  readonly all: boolean;
  /** The pieces of the work that this is part of. */
  readonly pieces: Pieces;
}

/** The holdings of a ledger as in the API, highest value first, and its totals. Lets other calls run in between. */
export async function describeHoldings(
  { coins, ...others }: LedgerSummary,
  { prices, names, gaps, all, pieces }: HoldingParts,
): Promise<Pick<LedgerHoldings, 'holdings' | 'totals'>> {
  const book = new PriceBook(prices);
  const valued = book.valueCoins(coins);
  const holdings: LedgerHolding[] = [];
  let room = maxProblems;
  for (const one of valued) {
    if (pieces.isOver) await pieces.next();
    if (!all && one.coin.amount === 0n) continue;
    const holding = describeHolding(one, book, names, Math.max(room, 1));
    room -= holding.problems.length;
    holdings.push(addGaps(holding, gaps.get(holding.coinId)));
  }
  if (pieces.isOver) await pieces.next();
  const totals = sumUpHoldings(valued, book, others);
  const missing = coins.reduce((sum, { coinId }) => sum + (gaps.get(coinId)?.count ?? 0), 0);
  return { holdings, totals: { ...totals, problems: totals.problems + missing } };
}

function addGaps(holding: LedgerHolding, gaps: ListedGaps | undefined): LedgerHolding {
  if (!gaps) return holding;
  const problems = [...holding.problems, ...gaps.problems];
  const problemCount = (holding.problemCount ?? holding.problems.length) + gaps.count;
  return { ...holding, problems, ...(problemCount > problems.length && { problemCount }) };
}
