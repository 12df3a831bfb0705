import type { ProvenFigure } from '#contract/ledger/proof.ts';
import type { Exact } from '../../valuation/exact.ts';
import { summarizeCoin } from '../calculator/summarize-ledger.ts';
import type { Disposal } from '../engine/coin-account.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import { type CoinFigures, sumKnown } from '../engine/figures.ts';
import { formatAmount, formatMoney, type Money } from '../engine/fixed-point.ts';
import type { Scope } from '../engine/lot.ts';
import { exactMoney, exactText, percentOf, sumExact } from '../figures/exact-figures.ts';
import { describeHolding, valueCoins } from '../figures/holdings.ts';

export type ProofStep = { readonly op: string } & Readonly<Record<string, unknown>>;

/** What a step says a figure is: decimal text; null: not known. */
type Shown = string | null;

export const showMoney = (money: Money | null): Shown => (money === null ? null : formatMoney(money));
const toInstant = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** What a transaction was worth before its fee, and the fee, with the prices and rates that say so. */
export interface EntryWorth {
  readonly leafId: string;
  readonly entry: LedgerEntry;
  readonly inputs: readonly string[];
  readonly gross: Money | null;
  readonly fee: Money | null;
}

export function toValueStep({ leafId, inputs, gross, fee }: EntryWorth): ProofStep {
  return { op: 'value', transaction: leafId, inputs, gross: showMoney(gross), fee: showMoney(fee) };
}

/** A coin's disposals with their matches, then the lots that are left. */
export function listCoinSteps(
  { coinId: coin, disposals, lots }: CoinFigures,
  scope: Scope,
  leafIdOf: (entry: LedgerEntry) => string,
): ProofStep[] {
  const matches = disposals.map((disposal): ProofStep => {
    const { event, proceeds, cost, gain } = disposal;
    return {
      op: 'match',
      coin,
      transaction: leafIdOf(event.entry),
      isFee: event.isFee,
      proceeds: showMoney(proceeds),
      cost: showMoney(cost),
      gain: showMoney(gain),
      matches: disposal.matches.map((match) => ({
        transactionId: match.transactionId,
        acquiredAt: toInstant(match.acquiredAt),
        amount: formatAmount(match.amount),
        cost: showMoney(match.cost),
        rule: match.rule,
      })),
    };
  });
  const byWallet = scope === 'wallet' ? lots.toSorted((a, b) => compareWallets(a.wallet, b.wallet)) : lots;
  const open = byWallet.map((lot): ProofStep => {
    const { transactionId, wallet, remaining, cost } = lot;
    return {
      op: 'lot',
      coin,
      transactionId,
      wallet,
      remaining: formatAmount(remaining),
      cost: showMoney(cost),
    };
  });
  return [...matches, ...open];
}

const compareWallets = (a: string | null, b: string | null) => ((a ?? '') < (b ?? '') ? -1 : a === b ? 0 : 1);

export interface FigureSpan {
  /** Milliseconds since 1970, inclusive; null: from the first transaction on. */
  readonly from: number | null;
  /** Exclusive; null: to the last. */
  readonly to: number | null;
}

/** The disposal of which a gain is asked for. */
export interface DisposalName {
  readonly transactionId: string;
  readonly isFee: boolean;
}

type Results = Readonly<Record<string, Shown>>;

/** One coin's figures, as far as a proof can need them. */
export interface CoinResults {
  readonly shown: Results;
  /** Of what has a total. */
  readonly exact: Readonly<Partial<Record<ProvenFigure, Exact | null>>>;
}

const isWithin = ({ from, to }: FigureSpan, { occurredAt }: LedgerEntry) =>
  (from === null || occurredAt >= from) && (to === null || occurredAt < to);

const toExact = (money: Money | null) => (money === null ? null : exactMoney(money));

/** `price`: of one coin; null: not known, or not asked for. */
export function workOutCoin(
  figures: CoinFigures,
  price: Exact | null,
  span: FigureSpan,
  named: DisposalName | null,
): CoinResults {
  const within = figures.disposals.filter(({ event }) => isWithin(span, event.entry));
  const coin = {
    ...summarizeCoin(figures),
    realized: sumKnown(within.map(({ gain }) => gain)),
    income: sumOfSpan(figures.incomes, span),
    fees: sumOfSpan(figures.feesPaid, span),
  };
  const prices = new Map([
    [coin.coinId, { price, dollars: null, rate: null, state: 'live' as const, asOf: null, problem: null }],
  ]);
  const valued = valueCoins([coin], prices)[0]!;
  const holding = describeHolding(valued, new Map());
  const gain = named === null ? null : (findDisposal(within, named)?.gain ?? null);
  return {
    shown: {
      amount: holding.amount,
      price: price === null ? null : holding.price,
      value: holding.value,
      costBasis: holding.costBasis,
      knownAmount: formatAmount(figures.amountWithCost),
      averageCost: holding.averageCost,
      unrealized: holding.unrealized,
      unrealizedPercent: holding.unrealizedPercent,
      realized: holding.realized,
      income: holding.income,
      fees: holding.fees,
      gain: showMoney(gain),
    },
    exact: {
      value: valued.value,
      costBasis: valued.cost,
      unrealized: valued.unrealized,
      realized: toExact(coin.realized),
      income: toExact(coin.income),
      fees: toExact(coin.fees),
    },
  };
}

function sumOfSpan(values: CoinFigures['incomes'], span: FigureSpan): Money | null {
  return sumKnown(values.filter(({ entry }) => isWithin(span, entry)).map(({ value }) => value));
}

function findDisposal(disposals: readonly Disposal[], { transactionId, isFee }: DisposalName) {
  return disposals.find(({ event }) => event.entry.id === transactionId && event.isFee === isFee);
}

/** The figures that lead to each figure, in their order. */
export const chains: Readonly<Record<ProvenFigure, readonly string[]>> = {
  amount: ['amount'],
  value: ['amount', 'price', 'value'],
  costBasis: ['costBasis'],
  averageCost: ['costBasis', 'knownAmount', 'averageCost'],
  unrealized: ['knownAmount', 'price', 'costBasis', 'unrealized'],
  unrealizedPercent: ['knownAmount', 'price', 'costBasis', 'unrealized', 'unrealizedPercent'],
  realized: ['realized'],
  income: ['income'],
  fees: ['fees'],
  gain: ['gain'],
};

/** The figure over all coins, with fees that stand in no coin's. */
export function workOutTotal(
  figure: ProvenFigure,
  coins: readonly CoinResults[],
  otherFees: CoinFigures['feesPaid'],
  span: FigureSpan,
): Shown {
  const pick = (name: ProvenFigure) => coins.map(({ exact }) => exact[name] ?? null);
  if (figure !== 'unrealizedPercent') {
    const loose = figure === 'fees' ? otherFees.filter(({ entry }) => isWithin(span, entry)) : [];
    return exactText(sumExact([...pick(figure), ...loose.map(({ value }) => toExact(value))]));
  }
  const priced = coins.filter(({ exact }) => exact.unrealized);
  const cost = sumExact(priced.map(({ exact }) => exact.costBasis ?? null));
  const unrealized = sumExact(pick('unrealized'));
  return unrealized && cost && percentOf(unrealized, cost);
}
