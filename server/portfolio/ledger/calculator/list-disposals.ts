import type { Disposal } from '../engine/coin-account.ts';
import type { Problem } from '../engine/coin-event.ts';
import { compareEntries } from '../engine/entry.ts';
import { sumKnown } from '../engine/figures.ts';
import type { Ledger } from '../engine/ledger.ts';
import type { DisposalKey, DisposalQuery, DisposalRow, DisposalRows, Span } from './ledger-query.ts';
import { listGainYears } from './list-gain-years.ts';

/**
 * The most matches listed on a page, and for a single disposal: describing and writing this many takes tens of
 * milliseconds.
 */
const maxMatches = 10_000;

interface Placed {
  readonly coinId: string;
  readonly disposal: Disposal;
}

/** A page of a span's disposals, newest first, with the totals of all. It ends early if they have very many matches. */
export function listDisposals(ledger: Ledger, query: DisposalQuery): DisposalRows {
  const coins = query.coinId === null ? ledger.listCoins() : [query.coinId];
  const placed = coins
    .flatMap((coinId) => disposalsOf(ledger, coinId, query).map((disposal) => ({ coinId, disposal })))
    .sort(compareNewestFirst);
  const start = query.after === null ? 0 : findNext(placed, query.after);
  const end = findEnd(placed, start, query.limit);
  return {
    rows: toRows(ledger, placed.slice(start, end)),
    hasMore: end < placed.length,
    totals: sumUp(placed.map(({ disposal }) => disposal)),
    years: listGainYears(ledger, coins),
  };
}

/** Whether an instant lies within a span. */
export function isWithin({ from, to }: Span, at: number): boolean {
  return (from === null || at >= from) && (to === null || at < to);
}

/** A coin's disposals within a span, in ledger order. */
export function disposalsOf(ledger: Ledger, coinId: string, span: Span): readonly Disposal[] {
  const disposals = ledger.figuresOf(coinId)?.listDisposals() ?? [];
  if (span.from === null && span.to === null) return disposals;
  return disposals.filter(({ event }) => isWithin(span, event.entry.occurredAt));
}

/** A fee follows its transaction in the ledger, so it precedes it in this order. */
function compareNewestFirst(a: Placed, b: Placed): number {
  return (
    compareEntries(b.disposal.event.entry, a.disposal.event.entry) ||
    Number(b.disposal.event.isFee) - Number(a.disposal.event.isFee)
  );
}

/** The index after the last disposal shown or, if that no longer exists, of the newest one before its instant. */
function findNext(placed: readonly Placed[], last: DisposalKey): number {
  const index = placed.findIndex(({ coinId, disposal: { event } }) => {
    const isSame = event.entry.id === last.transactionId && event.isFee === last.isFee;
    return isSame && coinId === last.coinId;
  });
  if (index >= 0) return index + 1;
  const older = placed.findIndex(({ disposal }) => disposal.event.entry.occurredAt < last.disposedAt);
  return older < 0 ? placed.length : older;
}

/** The index after the last disposal of a page, which has at least one. */
function findEnd(placed: readonly Placed[], start: number, limit: number): number {
  const last = Math.min(start + limit, placed.length);
  let matches = 0;
  for (let index = start; index < last; index += 1) {
    matches += placed[index]!.disposal.matches.length;
    if (matches > maxMatches && index > start) return index;
  }
  return last;
}

function toRows(ledger: Ledger, page: readonly Placed[]): DisposalRow[] {
  const problems = new Map<string, ReadonlyMap<string | null, Problem[]>>();
  for (const { coinId } of page) {
    if (problems.has(coinId)) continue;
    const ofCoin = ledger.figuresOf(coinId)?.problems ?? [];
    problems.set(
      coinId,
      Map.groupBy(ofCoin, ({ transactionId }) => transactionId),
    );
  }
  return page.map(({ coinId, disposal: { event, proceeds, cost, gain, matches } }) => {
    const { id: transactionId, occurredAt: disposedAt } = event.entry;
    return {
      coinId,
      transactionId,
      disposedAt,
      isFee: event.isFee,
      amount: event.amount,
      proceeds,
      cost,
      gain,
      matches: matches.slice(0, maxMatches),
      matchCount: matches.length,
      problems: problems.get(coinId)?.get(transactionId) ?? [],
    };
  });
}

function sumUp(disposals: readonly Disposal[]): DisposalRows['totals'] {
  return {
    proceeds: sumKnown(disposals.map(({ proceeds }) => proceeds)),
    cost: sumKnown(disposals.map(({ cost }) => cost)),
    gain: sumKnown(disposals.map(({ gain }) => gain)),
    unknownCost: disposals.filter(({ cost }) => cost === null).length,
    unknownGain: disposals.filter(({ gain }) => gain === null).length,
    count: disposals.length,
  };
}
