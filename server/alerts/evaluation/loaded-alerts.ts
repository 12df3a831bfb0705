import type { MarketSource } from '#contract/market.ts';
import type { AcceptedQuotes } from './accepted-quotes.ts';
import { type Crossed, createAlertIndex } from './alert-index.ts';
import { maxClockSkewMs } from './quote-time.ts';
import { type AlertFacts, type Evaluation, readAlert } from './read-alert.ts';
import type { EvaluationStore } from './store.ts';

/** The active alerts of a source in memory, as far as they are evaluated in the database. */
export interface LoadedAlerts {
  readonly source: MarketSource;
  /** As of when the evaluation stands (ms). */
  readonly asOf: number;
  readonly size: number;
  /** So many of them may be gone by now that they should be loaded anew. */
  readonly needsReload: boolean;
  /** Reads what was armed until `now` (ms). */
  readNew(now: number): Promise<void>;
  /** `now` in milliseconds. */
  cross(tick: AcceptedQuotes, now: number): Crossed;
  /** Alerts armed by simulated quotes that have seen real ones once these are evaluated. */
  listSwitchedToReal(tick: AcceptedQuotes): number[];
  /** Where the evaluation stands once these quotes are evaluated. */
  after(tick: AcceptedQuotes): Evaluation;
  /** Takes them as evaluated, with the evaluation standing where they lead; forgets crossed alerts that are done. */
  advance(tick: AcceptedQuotes, crossed: Crossed, next: Evaluation, isDone: (key: number) => boolean): void;
}

const pageSize = 10_000;
/**
 * What is paused, removed or armed anew stays in memory until it is crossed, so that nobody has to tell: after this
 * many additions, and a quarter of what was there, it is swept.
 */
const minReloadGrowth = 10_000;

/** `now` in milliseconds. */
export async function loadAlerts(
  store: EvaluationStore,
  source: MarketSource,
  now: number,
): Promise<LoadedAlerts> {
  let evaluation = await store.load(source);
  const index = createAlertIndex(evaluation.quotes);
  const simulated = new Map<number, AlertFacts>();
  /** Of the newest that was read. */
  let revision = 0;

  async function readNew(readAt: number): Promise<void> {
    const newest = await store.getRevision();
    for (let isMore = newest > revision; isMore; ) {
      const page = await store.listArmed(source, revision, pageSize);
      index.add(page.map((facts) => readAlert(facts, evaluation, readAt)));
      for (const facts of page) if (facts.armed_source !== source) simulated.set(facts.revision, facts);
      revision = page.at(-1)?.revision ?? revision;
      isMore = page.length === pageSize;
    }
    // Else those that are not active any more would be looked through again each time.
    revision = Math.max(revision, newest);
  }

  await readNew(now);
  const sizeAtFirst = index.size;
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
      return index.size > sizeAtFirst * 1.25 + minReloadGrowth;
    },
    readNew,
    cross: (tick, crossedAt) => index.cross(tick, crossedAt + maxClockSkewMs),
    listSwitchedToReal,
    after: (tick) => ({ source, asOf: tick.asOf, revision, quotes: index.evaluatedAfter(tick) }),
    advance(tick, crossed, next, isDone) {
      for (const key of listSwitchedToReal(tick)) simulated.delete(key);
      index.advance(tick, crossed, isDone);
      evaluation = next;
    },
  };
}
