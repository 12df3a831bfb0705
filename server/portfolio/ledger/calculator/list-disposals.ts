import type { Disposal } from '../engine/coin-account.ts';
import { compareEntries } from '../engine/entry.ts';
import { sumKnown } from '../engine/figures.ts';
import type { Ledger } from '../engine/ledger.ts';
import type { DisposalKey, DisposalQuery, DisposalRow, DisposalRows, Span } from './ledger-query.ts';
import { listGainYears } from './list-gain-years.ts';

interface Placed {
  readonly coinId: string;
  readonly disposal: Disposal;
}

/** A page of a span's disposals, newest first, with the totals of all. */
export function listDisposals(ledger: Ledger, query: DisposalQuery): DisposalRows {
  const coins = query.coinId === null ? ledger.listCoins() : [query.coinId];
  const placed = coins
    .flatMap((coinId) => disposalsOf(ledger, coinId, query).map((disposal) => ({ coinId, disposal })))
    .sort(compareNewestFirst);
  const start = query.after === null ? 0 : findNext(placed, query.after);
  const page = placed.slice(start, start + query.limit);
  return {
    rows: page.map((one) => toRow(ledger, one)),
    hasMore: start + query.limit < placed.length,
    totals: sumUp(placed.map(({ disposal }) => disposal)),
    years: listGainYears(ledger, coins),
  };
}

export function isWithin({ from, to }: Span, at: number): boolean {
  return (from === null || at >= from) && (to === null || at < to);
}

export function disposalsOf(ledger: Ledger, coinId: string, span: Span): readonly Disposal[] {
  const disposals = ledger.figuresOf(coinId)?.listDisposals() ?? [];
  if (span.from === null && span.to === null) return disposals;
  return disposals.filter(({ event }) => isWithin(span, event.entry.occurredAt));
}

/** A fee follows the transaction it was paid for, so newest first it comes before it. */
function compareNewestFirst(a: Placed, b: Placed): number {
  return (
    compareEntries(b.disposal.event.entry, a.disposal.event.entry) ||
    Number(b.disposal.event.isFee) - Number(a.disposal.event.isFee)
  );
}

/** The index after the last disposal shown. If that no longer exists, of the first one earlier than its instant. */
function findNext(placed: readonly Placed[], last: DisposalKey): number {
  const index = placed.findIndex(({ coinId, disposal: { event } }) => {
    const isSame = event.entry.id === last.transactionId && event.isFee === last.isFee;
    return isSame && coinId === last.coinId;
  });
  if (index >= 0) return index + 1;
  const older = placed.findIndex(({ disposal }) => disposal.event.entry.occurredAt < last.disposedAt);
  return older < 0 ? placed.length : older;
}

function toRow(ledger: Ledger, { coinId, disposal }: Placed): DisposalRow {
  const { event, proceeds, cost, gain, matches } = disposal;
  const { id: transactionId, occurredAt: disposedAt } = event.entry;
  const problems = ledger.figuresOf(coinId)?.problems ?? [];
  return {
    coinId,
    transactionId,
    disposedAt,
    isFee: event.isFee,
    amount: event.amount,
    proceeds,
    cost,
    gain,
    matches,
    problems: problems.filter((problem) => problem.transactionId === transactionId),
  };
}

function sumUp(disposals: readonly Disposal[]): DisposalRows['totals'] {
  return {
    proceeds: sumKnown(disposals.map(({ proceeds }) => proceeds)),
    cost: sumKnown(disposals.map(({ cost }) => cost)),
    gain: sumKnown(disposals.map(({ gain }) => gain)),
    unknownCost: disposals.filter(({ cost }) => cost === null).length,
    count: disposals.length,
  };
}
