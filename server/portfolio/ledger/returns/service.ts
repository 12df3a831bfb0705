import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { PortfolioReturns, returnsQuerySchema, ValueLine } from '#contract/ledger/returns.ts';
import type { Tier } from '#contract/plans.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { refuseFeature } from '#server/billing/service.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type DayNumber, dayNumberOf, startOfDay } from '#server/platform/utc-day.ts';
import type { LedgerSource } from '../calculator/ledger-source.ts';
import type { DayTable } from './day-table.ts';
import { calculateReturns } from './portfolio-returns.ts';
import { type LedgerTrace, traceLedger } from './trace-ledger.ts';
import { type ValueParts, valueLedger } from './value-ledger.ts';
import { listValuePoints } from './value-points.ts';

type ReturnsQuery = z.output<typeof returnsQuerySchema>;

interface PlanUser {
  readonly id: string;
  readonly tier: Tier;
}

/** Returns of a portfolio, and its value day by day. Both throw `not_found` where the user has no such portfolio. */
export interface ReturnsService {
  /** Throws `plan_required`. */
  getReturns(user: PlanUser, portfolioId: string, query: ReturnsQuery): Promise<PortfolioReturns>;
  getValueLine(userId: string, portfolioId: string, query: ReturnsQuery): Promise<ValueLine>;
}

/** A page asks for both at once, and again with each look: today's value is that old at most. */
const tableLifeMs: Milliseconds = 20_000;
const maxTables = 8;
/** Balance changes and flows kept in memory over all portfolios: some hundred bytes each. */
const maxKept = 200_000;

export function createReturnsService(
  deps: ValueParts & { readonly source: LedgerSource; readonly clock: Clock },
): ReturnsService {
  const { source, clock } = deps;
  const traces = new LRUCache<string, { readonly revision: number; readonly trace: LedgerTrace }>({
    maxSize: maxKept,
    sizeCalculation: ({ trace }) => sizeOf(trace),
  });

  const tables = new LRUCache<string, { readonly madeAt: Instant; readonly table: Promise<DayTable> }>({
    max: maxTables,
  });

  async function loadTrace(portfolioId: string, revision: number): Promise<LedgerTrace> {
    const known = traces.get(portfolioId);
    if (known?.revision === revision) return known.trace;
    const { entries, revision: loaded } = await source.readChanges(portfolioId, 0);
    const trace = await traceLedger(entries);
    traces.set(portfolioId, { revision: loaded, trace });
    return trace;
  }

  /** The ledger up to the end of the span, and the span by days. Null: nothing had happened until then. */
  async function load(userId: string, portfolioId: string, query: ReturnsQuery) {
    const head = await source.findHead(userId, portfolioId);
    if (!head) throw new AppError('not_found', 'No such portfolio');
    const now = clock.now();
    const to = Math.min(query.to === undefined ? now : Date.parse(query.to), now);
    const from = query.from === undefined ? null : Date.parse(query.from);
    if (from !== null && from >= to) throw refuseSpan();
    const trace = cutTrace(await loadTrace(portfolioId, head.revision), to);
    const firstAt = findFirst(trace);
    const first = dayNumberOf(firstAt ?? from ?? to);
    return {
      key: `${portfolioId} ${head.revision} ${query.to ?? 'now'}`,
      trace,
      isEmpty: firstAt === null,
      /** The first day on which something happened. */
      ledgerFirst: first,
      first: from === null ? first : Math.max(first, dayNumberOf(from)),
      last: dayNumberOf(to - 1),
      to,
      currency: query.currency ?? head.settings.currency.toUpperCase(),
    };
  }

  /** Made once for those who ask at the same time or soon after. */
  function loadTable(span: Awaited<ReturnType<typeof load>>, first: DayNumber): Promise<DayTable> {
    const { key, trace, last, currency } = span;
    const name = `${key} ${currency} ${first} ${last}`;
    const known = tables.get(name);
    if (known && waitUntil(known.madeAt + tableLifeMs, clock.now(), tableLifeMs) > 0) return known.table;
    const table = valueLedger(trace, { first, last, currency }, deps);
    tables.set(name, { madeAt: clock.now(), table });
    table.catch(() => tables.delete(name));
    return table;
  }

  return {
    async getReturns(user, portfolioId, query) {
      const refusal = refuseFeature(user.tier, 'ledgerInsight');
      if (refusal) throw refusal;
      const span = await load(user.id, portfolioId, query);
      const table = await loadTable(span, span.first);
      return {
        from: toText(startOfDay(span.first)),
        to: toText(span.to),
        ...calculateReturns(table, lastDateOf(span.to)),
      };
    },

    async getValueLine(userId, portfolioId, query) {
      const span = await load(userId, portfolioId, query);
      if (span.isEmpty) return { points: [], gaps: [] };
      const table = await loadTable(span, span.ledgerFirst);
      return listValuePoints(table, span.first);
    },
  };
}

const toText = (at: Instant) => new Date(at).toISOString();

/** The date of the span's end: what ends at a midnight has the close of the day before, which is that midnight's price. */
const lastDateOf = (to: Instant): DayNumber => dayNumberOf(to);

function refuseSpan(): AppError {
  return new AppError('invalid_request', 'The span ends before it starts.', {
    issues: [{ path: 'from', message: 'Must be before the end of the span' }],
  });
}

function sizeOf({ changes, flows }: LedgerTrace): number {
  return [...changes.values()].reduce((size, list) => size + list.length, flows.length + 1);
}

function findFirst({ changes, flows }: LedgerTrace): Instant | null {
  const starts = [...changes.values()].map((list) => list[0]!.at);
  if (flows[0]) starts.push(flows[0].at);
  return starts.length === 0 ? null : starts.reduce((first, at) => Math.min(first, at));
}

/** What happened before `to`. */
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
