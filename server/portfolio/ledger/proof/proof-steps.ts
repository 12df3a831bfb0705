import type { ProvenFigure } from '#contract/ledger/proof.ts';
import type { CoinId, DecimalText } from '#contract/units.ts';
import { summarizeCoin } from '../calculator/summarize-ledger.ts';
import type { Disposal } from '../engine/coin-account.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import { type CoinFigures, sumKnown } from '../engine/figures.ts';
import { formatAmount, type Money } from '../engine/fixed-point.ts';
import type { Scope } from '../engine/lot.ts';
import type { CoinPrice } from '../figures/coin-prices.ts';
import { describeHolding, sumUpHoldings } from '../figures/holdings.ts';
import { instantText, moneyText } from '../figures/money-text.ts';
import { PriceBook } from '../figures/price-book.ts';
import type { DisposalId, FigureSpan } from './proof-request.ts';

/** A step of a proof's calculation: an operation, its inputs and its results. */
export type ProofStep = { readonly op: string } & Readonly<Record<string, unknown>>;

/** A figure as decimal text; null: unknown. */
type Shown = string | null;

/** A transaction's value before its fee, the fee, and the prices and rates used. */
export interface EntryValue {
  readonly leafId: string;
  readonly entry: LedgerEntry;
  readonly inputs: readonly string[];
  readonly gross: Money | null;
  readonly fee: Money | null;
}

/** The step that values a transaction. */
export function toValueStep({ leafId, inputs, gross, fee }: EntryValue): ProofStep {
  return { op: 'value', transaction: leafId, inputs, gross: moneyText(gross), fee: moneyText(fee) };
}

/** A coin's disposals with their matches, then its remaining lots. */
export function listCoinSteps(
  { coinId: coin, listDisposals, lots }: Pick<CoinFigures, 'coinId' | 'listDisposals' | 'lots'>,
  scope: Scope,
  leafIdOf: (entry: LedgerEntry) => string,
): ProofStep[] {
  const matches = listDisposals().map((disposal): ProofStep => {
    const { event, proceeds, cost, gain } = disposal;
    return {
      op: 'match',
      coin,
      transaction: leafIdOf(event.entry),
      isFee: event.isFee,
      proceeds: moneyText(proceeds),
      cost: moneyText(cost),
      gain: moneyText(gain),
      matches: disposal.matches.map((match) => ({
        transactionId: match.transactionId,
        acquiredAt: instantText(match.acquiredAt),
        amount: formatAmount(match.amount),
        cost: moneyText(match.cost),
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
      cost: moneyText(cost),
    };
  });
  return [...matches, ...open];
}

const compareWallets = (a: string | null, b: string | null) => ((a ?? '') < (b ?? '') ? -1 : a === b ? 0 : 1);

/** Figures by name. */
type Results = Readonly<Record<string, Shown>>;

const isWithin = ({ from, to }: FigureSpan, { occurredAt }: LedgerEntry) =>
  (from === null || occurredAt >= from) && (to === null || occurredAt < to);

/** The inputs of the figures. */
export interface FigureInputs {
  readonly coins: readonly CoinFigures[];
  /** By coin, in the figures' currency; null: unknown or not needed. */
  readonly prices: ReadonlyMap<CoinId, DecimalText | null>;
  readonly otherFees: CoinFigures['incomes'];
  readonly span: FigureSpan;
  readonly disposal: DisposalId | null;
}

/** All figures that a proof can need, by coin and in total, as the API shows them. */
export function workOutFigures({ coins, prices, otherFees, span, disposal }: FigureInputs): {
  readonly byCoin: ReadonlyMap<CoinId, Results>;
  readonly totals: Results;
} {
  const book = new PriceBook(new Map([...prices].map(([coinId, price]) => [coinId, toPrice(price)])));
  const valued = book.valueCoins(
    coins.map((figures) => ({
      ...summarizeCoin(figures),
      realized: sumKnown(listWithin(figures, span).map(({ gain }) => gain)),
      income: sumOfSpan(figures.incomes, span),
      fees: sumOfSpan(figures.listFees(), span),
    })),
  );
  const byCoin = new Map(
    valued.map((one) => {
      const { amountWithCost, coinId } = one.coin;
      const {
        amount,
        price,
        value,
        costBasis,
        averageCost,
        unrealized,
        unrealizedPercent,
        realized,
        income,
        fees,
      } = describeHolding(one, book, new Map());
      const figures = coins.find((known) => known.coinId === coinId)!;
      const gain = disposal && (findDisposal(listWithin(figures, span), disposal)?.gain ?? null);
      const shown = { amount, price, value, costBasis, averageCost, unrealized, unrealizedPercent };
      const others = { realized, income, fees, knownAmount: formatAmount(amountWithCost) };
      return [coinId, { ...shown, ...others, gain: moneyText(gain) }];
    }),
  );
  const loose = otherFees.filter(({ entry }) => isWithin(span, entry));
  const totals = sumUpHoldings(valued, book, {
    otherFees: loose.reduce((sum, { value }) => sum + (value ?? 0n), 0n),
    unknownOtherFees: loose.filter(({ value }) => value === null).length,
  });
  const { unknownCost: _unknownCost, unknownGain: _unknownGain, problems: _problems, ...shown } = totals;
  return { byCoin, totals: shown };
}

function toPrice(price: DecimalText | null): CoinPrice {
  return { price, dollars: null, rate: null, state: 'live', asOf: null, source: null, problem: null };
}

const listWithin = ({ listDisposals }: CoinFigures, span: FigureSpan) =>
  listDisposals().filter(({ event }) => isWithin(span, event.entry));

function sumOfSpan(values: CoinFigures['incomes'], span: FigureSpan): Money | null {
  return sumKnown(values.filter(({ entry }) => isWithin(span, entry)).map(({ value }) => value));
}

function findDisposal(disposals: readonly Disposal[], { transactionId, isFee }: DisposalId) {
  return disposals.find(({ event }) => event.entry.id === transactionId && event.isFee === isFee);
}

/** For each figure, the figures it is computed from, in order. */
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
