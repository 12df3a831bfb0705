import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { MarketSource } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import type { AcceptedQuotes } from './accepted-quotes.ts';
import { type Crossed, createAlertIndex } from './alert-index.ts';
import type { ArmedAlert } from './armed-alert.ts';
import { maxClockSkewMs } from './clock-skew.ts';
import { type AlertFacts, type Evaluation, readAlert } from './read-alert.ts';
import type { EvaluationStore } from './store.ts';

/** A source's active alerts in memory, in step with the evaluation stored in the database. */
export interface LoadedAlerts {
  readonly source: MarketSource;
  /** The time of the last evaluated quotes. */
  readonly asOf: Instant;
  readonly size: number;
  /** True if many of them may be gone, so that they should be loaded again. */
  readonly needsReload: boolean;
  /** Reads the alerts armed since the last read. */
  readNew(now: Instant): Promise<void>;
  cross(accepted: AcceptedQuotes, now: Instant): Crossed;
  /** Revisions of alerts armed by simulated quotes for which these are the first real quotes. */
  listSwitchedToReal(accepted: AcceptedQuotes): number[];
  /** The evaluation state once these quotes are evaluated. */
  after(accepted: AcceptedQuotes): Evaluation;
  /** Marks quotes as evaluated, and drops the crossed alerts that are done. */
  advance(
    accepted: AcceptedQuotes,
    crossed: Crossed,
    next: Evaluation,
    isDone: (key: number) => boolean,
  ): void;
}

/** Other calls wait for those of one page: reads from the embedded database are synchronous. */
const pageSize = 2_000;
/**
 * Paused, removed or re-armed alerts stay in memory until they are crossed. A reload drops them, once the number of alerts
 * has grown by a quarter plus this many.
 */
const minReloadGrowth = 10_000;

interface Deps {
  readonly evaluations: EvaluationStore;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Loads a source's active alerts. Rejects if the database fails. */
export async function loadAlerts(
  { evaluations: store, logger }: Deps,
  source: MarketSource,
  now: Instant,
): Promise<LoadedAlerts> {
  let evaluation = await store.load(source);
  const index = createAlertIndex(evaluation.quotes, evaluation);
  const simulated = new Map<number, AlertFacts>();
  /** The newest revision read. */
  let revision = 0;

  async function readNew(readAt: Instant): Promise<void> {
    const newest = await store.getRevision();
    for (let isMore = newest > revision; isMore; ) {
      const page = await store.listArmed(source, revision, pageSize);
      index.add(readAll(page, evaluation, readAt, logger));
      for (const facts of page) if (facts.armed_source !== source) simulated.set(facts.revision, facts);
      revision = page.at(-1)?.revision ?? revision;
      isMore = page.length === pageSize;
      if (isMore) await yieldToEventLoop();
    }
    // Skips revisions that are no longer active, so that they are not searched again.
    revision = Math.max(revision, newest);
  }

  await readNew(now);
  const initialSize = index.size;
  const listSwitchedToReal = ({ asOf, quotes }: AcceptedQuotes) =>
    [...simulated.values()]
      .filter(({ coin_id, armed_as_of }) => quotes.has(coin_id) && armed_as_of < asOf)
      .map((facts) => facts.revision);

  return {
    source,
    get asOf() {
      return evaluation.asOf;
    },
    get size() {
      return index.size;
    },
    get needsReload() {
      return index.size > initialSize * 1.25 + minReloadGrowth;
    },
    readNew,
    cross: (accepted, crossedAt) => index.cross(accepted, crossedAt + maxClockSkewMs),
    listSwitchedToReal,
    after: (accepted) => ({
      source,
      asOf: accepted.asOf,
      revision,
      quotes: index.evaluatedAfter(accepted),
      rates: accepted.rates,
    }),
    advance(accepted, crossed, next, isDone) {
      for (const key of listSwitchedToReal(accepted)) simulated.delete(key);
      index.advance(accepted, crossed, isDone);
      evaluation = next;
    },
  };
}

/** Converts alerts for evaluation, without those that can't be read: they must not keep the others from firing. */
function readAll(
  page: readonly AlertFacts[],
  evaluation: Evaluation,
  readAt: Instant,
  logger: Pick<Logger, 'warn'>,
): ArmedAlert[] {
  const unreadable: number[] = [];
  const alerts = page.flatMap((facts) => {
    try {
      return [readAlert(facts, evaluation, readAt)];
    } catch {
      unreadable.push(facts.revision);
      return [];
    }
  });
  if (unreadable.length > 0)
    logger.warn(
      { alerts: unreadable.length, first: unreadable[0] },
      'alerts without a readable threshold are left out',
    );
  return alerts;
}
