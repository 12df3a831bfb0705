import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LedgerEntry } from '../engine/entry.ts';
import { type DatedValue, sumKnown } from '../engine/figures.ts';
import type { Ledger } from '../engine/ledger.ts';
import type { MethodChoice, MethodSummary, MethodsQuery, Span } from './ledger-query.ts';
import { disposalsOf, isWithin } from './list-disposals.ts';
import type { PortfolioLedger } from './portfolio-ledger.ts';

const lotMethods = ['fifo', 'lifo', 'hifo', 'average', 'specific'] as const;

/** Each method with each scope. `uk` once, because it ignores the scope; `specific` only if lots are named. */
export function listChoices(entries: Iterable<LedgerEntry>): MethodChoice[] {
  const hasPicks = [...entries].some(({ lots }) => lots.length > 0);
  const methods = lotMethods.filter((method) => method !== 'specific' || hasPicks);
  return [
    ...methods.flatMap((method): MethodChoice[] => [
      { method, scope: 'portfolio' },
      { method, scope: 'wallet' },
    ]),
    { method: 'uk', scope: 'portfolio' },
  ];
}

/** Realized figures within a span, and what is left now, by every method. */
export async function compareAllMethods(
  portfolio: PortfolioLedger,
  { currency, from, to }: MethodsQuery,
): Promise<MethodSummary[]> {
  const entries = [...portfolio.entries.values()];
  const summaries: MethodSummary[] = [];
  for (const choice of listChoices(entries)) {
    const ledger = await portfolio.build({ ...choice, currency, at: null }, entries);
    summaries.push({ ...choice, ...summarize(ledger, { from, to }) });
    await yieldToEventLoop();
  }
  return summaries;
}

function summarize(ledger: Ledger, span: Span): Omit<MethodSummary, keyof MethodChoice> {
  const coins = ledger.listCoins().map((coinId) => ledger.figuresOf(coinId)!);
  const disposals = coins.flatMap(({ coinId }) => disposalsOf(ledger, coinId, span));
  const sumWithin = (values: readonly DatedValue[]) =>
    sumKnown(values.filter(({ entry }) => isWithin(span, entry.occurredAt)).map(({ value }) => value));
  return {
    realized: sumKnown(disposals.map(({ gain }) => gain)),
    proceeds: sumKnown(disposals.map(({ proceeds }) => proceeds)),
    income: sumWithin(coins.flatMap(({ incomes }) => incomes)),
    fees: sumWithin([...coins.flatMap(({ listFees }) => listFees()), ...ledger.listOtherFees()]),
    unknownGain: disposals.filter(({ gain }) => gain === null).length,
    coins: coins.map(({ coinId, costBasis, amountWithCost, amountWithoutCost }) => ({
      ...{ coinId, costBasis, amountWithCost, amountWithoutCost },
    })),
  };
}
