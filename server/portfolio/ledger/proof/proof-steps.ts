import type { ProvenFigure } from '#contract/ledger/proof.ts';
import type { Disposal } from '../engine/coin-account.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import { type CoinFigures, sumKnown } from '../engine/figures.ts';
import {
  divideHalfEven,
  formatAmount,
  formatMoney,
  type Money,
  multiply,
  unitCostOf,
} from '../engine/fixed-point.ts';
import type { Scope } from '../engine/lot.ts';

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
  /** Of what has a total: money. */
  readonly money: Readonly<Partial<Record<ProvenFigure, Money | null>>>;
}

const isWithin = ({ from, to }: FigureSpan, { occurredAt }: LedgerEntry) =>
  (from === null || occurredAt >= from) && (to === null || occurredAt < to);

/** In units of 10⁻⁸; null where it can't be said. */
function percentOf(part: Money | null, whole: Money | null): bigint | null {
  if (part === null || !whole) return null;
  return divideHalfEven(part * 10_000_000_000n, whole);
}

/** Hundredths of 10⁻⁶ as decimal text. */
function showPercent(percent: bigint | null): Shown {
  return percent === null ? null : formatAmount(percent * 10_000_000_000n);
}

/** `price`: of one coin, in units of 10⁻¹⁸; null: not known, or not asked for. */
export function workOutCoin(
  figures: CoinFigures,
  price: bigint | null,
  span: FigureSpan,
  named: DisposalName | null,
): CoinResults {
  const { amount, costBasis, amountWithCost, disposals } = figures;
  const within = disposals.filter(({ event }) => isWithin(span, event.entry));
  const value = price === null ? null : multiply(amount, price);
  const unrealized =
    price === null || costBasis === null ? null : multiply(amountWithCost, price) - costBasis;
  const realized = sumKnown(within.map(({ gain }) => gain));
  const income = sumOfSpan(figures.incomes, span);
  const fees = sumOfSpan(figures.feesPaid, span);
  const gain = named === null ? null : (findDisposal(within, named)?.gain ?? null);
  const hasAverage = costBasis !== null && amountWithCost !== 0n;
  return {
    shown: {
      amount: formatAmount(amount),
      price: price === null ? null : formatAmount(price),
      value: showMoney(value),
      costBasis: showMoney(costBasis),
      knownAmount: formatAmount(amountWithCost),
      averageCost: hasAverage ? formatAmount(unitCostOf(costBasis, amountWithCost)) : null,
      unrealized: showMoney(unrealized),
      unrealizedPercent: showPercent(percentOf(unrealized, costBasis)),
      realized: showMoney(realized),
      income: showMoney(income),
      fees: showMoney(fees),
      gain: showMoney(gain),
    },
    money: { value, costBasis, unrealized, realized, income, fees },
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
  const pick = (name: ProvenFigure) => coins.map(({ money }) => money[name] ?? null);
  if (figure !== 'unrealizedPercent') {
    const loose = figure === 'fees' ? otherFees.filter(({ entry }) => isWithin(span, entry)) : [];
    return showMoney(sumKnown([...pick(figure), ...loose.map(({ value }) => value)]));
  }
  const priced = coins.filter(({ money }) => money.unrealized !== null);
  const cost = priced.reduce((sum, { money }) => sum + (money.costBasis ?? 0n), 0n);
  return showPercent(percentOf(sumKnown(pick('unrealized')), cost));
}
