import type { MarketSource } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import type { AcceptedQuotes } from './accepted-quotes.ts';
import { type Crossed, createAlertIndex } from './alert-index.ts';
import { maxClockSkewMs } from './clock-skew.ts';
import { type AlertFacts, type Evaluation, isReadable, readAlert } from './read-alert.ts';
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
  cross(tick: AcceptedQuotes, now: Instant): Crossed;
  /** Revisions of alerts armed by simulated quotes for which these are the first real quotes. */
  listSwitchedToReal(tick: AcceptedQuotes): number[];
  /** The evaluation state once these quotes are evaluated. */
  after(tick: AcceptedQuotes): Evaluation;
  /** Marks quotes as evaluated, and drops the crossed alerts that are done. */
  advance(tick: AcceptedQuotes, crossed: Crossed, next: Evaluation, isDone: (key: number) => boolean): void;
}

const pageSize = 10_000;
/**
 * Paused, removed or re-armed alerts stay in memory until they are crossed. A reload drops them, once the number of alerts
 * has grown by a quarter plus this many.
 */
const minReloadGrowth = 10_000;

/** Loads a source's active alerts. Rejects if the database fails. */
export async function loadAlerts(
  store: EvaluationStore,
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
      const sound = page.filter(isReadable);
      index.add(sound.map((facts) => readAlert(facts, evaluation, readAt)));
      for (const facts of sound) if (facts.armed_source !== source) simulated.set(facts.revision, facts);
      revision = page.at(-1)?.revision ?? revision;
      isMore = page.length === pageSize;
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
    cross: (tick, crossedAt) => index.cross(tick, crossedAt + maxClockSkewMs),
    listSwitchedToReal,
    after: (tick) => ({
      source,
      asOf: tick.asOf,
      revision,
      quotes: index.evaluatedAfter(tick),
      rates: tick.rates,
    }),
    advance(tick, crossed, next, isDone) {
      for (const key of listSwitchedToReal(tick)) simulated.delete(key);
      index.advance(tick, crossed, isDone);
      evaluation = next;
    },
  };
}
