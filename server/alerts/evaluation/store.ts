import type { MarketSource } from '#contract/market.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertFacts, Evaluation } from '../read-alert.ts';
import type { BelievedQuotes } from './accepted-quotes.ts';
import { decodeQuotes, decodeTick, encodeTick } from './kept-quotes.ts';

/** What an evaluation starts from. */
export interface EvaluationStore {
  /** How far the alerts are evaluated on a source's quotes. */
  load(source: MarketSource): Promise<Evaluation>;
  /** Of the last quotes that were evaluated (ms); 0: there were none. */
  getAsOf(source: MarketSource): Promise<number>;
  /** The newest revision that was given to an alert or a firing: all up to it are written. */
  getRevision(): Promise<number>;
  /**
   * Active alerts that quotes of the source may make fire, armed after the revision given, in the order of theirs; at
   * most `limit`. Those armed by real quotes are not for simulated ones.
   */
  listArmed(source: MarketSource, afterRevision: number, limit: number): Promise<AlertFacts[]>;
  /** Keeps quotes until they are evaluated, whichever process comes to do it. */
  addTick(tick: BelievedQuotes): Promise<void>;
  /** The oldest quotes of a source that are newer than an instant (ms) and, where one is given, not than another. */
  findTick(source: MarketSource, after: number, upTo?: number): Promise<BelievedQuotes | null>;
}

export function createEvaluationStore(db: Database): EvaluationStore {
  return {
    async load(source) {
      const row = await db
        .selectFrom('alert_evaluations')
        .selectAll()
        .where('source', '=', source)
        .executeTakeFirstOrThrow();
      const { as_of: asOf, revision } = row;
      return { source, asOf, revision, quotes: decodeQuotes(row.quotes, asOf) };
    },

    async getAsOf(source) {
      const row = await db
        .selectFrom('alert_evaluations')
        .select('as_of')
        .where('source', '=', source)
        .executeTakeFirstOrThrow();
      return row.as_of;
    },

    async getRevision() {
      const { value } = await db.selectFrom('alert_revision').select('value').executeTakeFirstOrThrow();
      return value;
    },

    listArmed: (source, afterRevision, limit) =>
      db
        .selectFrom('alerts')
        .select([
          'revision',
          'coin_id',
          'condition',
          'threshold',
          'when_true',
          'armed_as_of',
          'armed_price',
          'armed_change',
          'armed_source',
        ])
        .where('revision', '>', afterRevision)
        .where('status', '=', 'active')
        .$if(source === 'simulated', (query) => query.where('armed_source', '=', source))
        .orderBy('revision')
        .limit(limit)
        .execute(),

    async addTick({ source, asOf, quotes }) {
      await db
        .insertInto('alert_ticks')
        .values({ source, as_of: asOf, quotes: encodeTick(quotes) })
        .onConflict((conflict) => conflict.columns(['source', 'as_of']).doNothing())
        .execute();
    },

    async findTick(source, after, upTo) {
      const row = await db
        .selectFrom('alert_ticks')
        .select(['as_of', 'quotes'])
        .where('source', '=', source)
        .where('as_of', '>', after)
        .$if(upTo !== undefined, (query) => query.where('as_of', '<=', upTo!))
        .orderBy('as_of')
        .limit(1)
        .executeTakeFirst();
      return row ? { source, asOf: row.as_of, quotes: decodeTick(row.quotes) } : null;
    },
  };
}
