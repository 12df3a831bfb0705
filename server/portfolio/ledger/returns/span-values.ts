import { LRUCache } from 'lru-cache';
import type { PortfolioReturns, ValueLine } from '#contract/ledger/returns.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { waitUntil } from '#server/platform/clock.ts';
import { type DayNumber, dayNumberOf, startOfDay } from '#server/platform/utc-day.ts';
import type { SpanQuery } from '../calculator/ledger-query.ts';
import type { PastValues } from '../calculator/past-values.ts';
import type { DayTable } from './day-table.ts';
import { calculateReturns } from './portfolio-returns.ts';
import type { LedgerTrace } from './trace-ledger.ts';
import { valueLedger } from './value-ledger.ts';
import { listValuePoints } from './value-points.ts';

/** Returns over a span of a ledger, and its value day by day. */
export interface SpanValues {
  calculateReturns(trace: LedgerTrace, query: SpanQuery): Promise<PortfolioReturns>;
  listValues(trace: LedgerTrace, query: SpanQuery): Promise<ValueLine>;
}

/** Tables are reused, because a page makes both calls, repeatedly. Today's value is at most this old. */
const tableLifeMs: Milliseconds = 20_000;
const maxTables = 8;

const emptyTable: DayTable = { days: [], gaps: [], sources: [] };

/** The ledger up to the end of a span, and the span in days. */
interface Span {
  readonly key: string;
  readonly trace: LedgerTrace;
  /** Whether nothing had happened by its end. */
  readonly isEmpty: boolean;
  /** The day of the first transaction; of an empty ledger, that of the span's start. */
  readonly ledgerFirstDay: DayNumber;
  readonly firstDay: DayNumber;
  readonly lastDay: DayNumber;
}

export function createSpanValues({
  past,
  now,
}: {
  readonly past: Pick<PastValues, 'readSpan' | 'readRates'>;
  readonly now: () => Instant;
}): SpanValues {
  const tables = new LRUCache<string, { readonly madeAt: Instant; readonly table: Promise<DayTable> }>({
    max: maxTables,
  });

  /** Concurrent and repeated requests share a table. */
  function loadTable(
    { key, trace, lastDay }: Span,
    firstDay: DayNumber,
    currency: string,
  ): Promise<DayTable> {
    const name = `${key} ${currency} ${firstDay} ${lastDay}`;
    const known = tables.get(name);
    if (known && waitUntil(known.madeAt + tableLifeMs, now(), tableLifeMs) > 0) return known.table;
    const table = valueLedger(trace, { first: firstDay, last: lastDay, currency }, past);
    tables.set(name, { madeAt: now(), table });
    table.catch(() => tables.delete(name));
    return table;
  }

  return {
    async calculateReturns(whole, query) {
      const span = toSpan(whole, query);
      // An empty span keeps the requested start, which may be two thousand years ago.
      const table = span.isEmpty ? emptyTable : await loadTable(span, span.firstDay, query.currency);
      return {
        from: toText(startOfDay(span.firstDay)),
        to: toText(query.to),
        // A span that ends at midnight ends on the new day, valued at the close before it.
        ...calculateReturns(table, dayNumberOf(query.to)),
      };
    },

    async listValues(whole, query) {
      const span = toSpan(whole, query);
      if (span.isEmpty) return { points: [], gaps: [], coverage: null };
      const table = await loadTable(span, span.ledgerFirstDay, query.currency);
      return listValuePoints(table, span.firstDay);
    },
  };
}

function toSpan(whole: LedgerTrace, { portfolioId, revision, from, to, isNow }: SpanQuery): Span {
  const trace = cutTrace(whole, to);
  const firstAt = findFirst(trace);
  const ledgerFirstDay = dayNumberOf(firstAt ?? from ?? to);
  return {
    key: `${portfolioId} ${revision} ${isNow ? 'now' : to}`,
    trace,
    isEmpty: firstAt === null,
    ledgerFirstDay,
    firstDay: from === null ? ledgerFirstDay : Math.max(ledgerFirstDay, dayNumberOf(from)),
    lastDay: dayNumberOf(to - 1),
  };
}

const toText = (at: Instant) => new Date(at).toISOString();

function findFirst({ changes, flows }: LedgerTrace): Instant | null {
  const starts = [...changes.values()].map((list) => list[0]!.at);
  if (flows[0]) starts.push(flows[0].at);
  return starts.length === 0 ? null : starts.reduce((first, at) => Math.min(first, at));
}

/** Keeps only what happened before `to`. */
function cutTrace(trace: LedgerTrace, to: Instant): LedgerTrace {
  const isBefore = ({ at }: { at: Instant }) => at < to;
  const isWhole =
    trace.flows.every(isBefore) && [...trace.changes.values()].every((list) => isBefore(list.at(-1)!));
  if (isWhole) return trace;
  const changes = new Map<
    string,
    LedgerTrace['changes'] extends ReadonlyMap<string, infer List> ? List : never
  >();
  for (const [coinId, list] of trace.changes) {
    const kept = list.filter(isBefore);
    if (kept.length > 0) changes.set(coinId, kept);
  }
  return { changes, flows: trace.flows.filter(isBefore) };
}
