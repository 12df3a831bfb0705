import type { MarketSource } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { decodeRates, encodeRates } from '../currency/quote-rates.ts';
import type { AcceptedQuotes } from './accepted-quotes.ts';
import { maxClockSkewMs } from './clock-skew.ts';
import { decodeAcceptedQuotes, decodeQuotes, encodeAcceptedQuotes, encodeQuotes } from './encoded-quotes.ts';
import type { AlertFacts, Evaluation } from './read-alert.ts';

/** The evaluation's progress, and the quotes still to be evaluated. */
export interface EvaluationStore {
  load(source: MarketSource): Promise<Evaluation>;
  /** The time of the last evaluated quotes; 0 if there are none yet. */
  getAsOf(source: MarketSource): Promise<Instant>;
  /** The newest revision assigned to an alert or a firing. All up to it are committed. */
  getRevision(): Promise<number>;
  /**
   * Active alerts armed after a revision, in revision order. Simulated quotes only apply to alerts armed by simulated
   * quotes.
   */
  listArmed(source: MarketSource, afterRevision: number, limit: number): Promise<AlertFacts[]>;
  /** Stores quotes until some process evaluates them. */
  addQuotes(accepted: AcceptedQuotes): Promise<void>;
  /** A source's oldest quotes after an instant, and up to `upTo` if given. */
  findQuotes(source: MarketSource, after: Instant, upTo?: Instant): Promise<AcceptedQuotes | null>;
  /** Advances the progress, and locks it until the transaction ends. Returns false if it is not at `before`. */
  advance(tx: Tx, progress: EvaluationProgress): Promise<boolean>;
}

export interface EvaluationProgress {
  readonly source: MarketSource;
  readonly before: Instant;
  /** Null if it stays at `before` and is only locked. */
  readonly next: Evaluation | null;
  readonly firedAt: Instant;
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
      return {
        source,
        asOf,
        revision,
        quotes: decodeQuotes(row.quotes, asOf),
        rates: decodeRates(row.rates),
      };
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
          'currency',
          'when_true',
          'armed_as_of',
          'armed_price',
          'armed_change',
          'armed_rate',
          'armed_source',
        ])
        .where('revision', '>', afterRevision)
        .where('status', '=', 'active')
        .$if(source === 'simulated', (query) => query.where('armed_source', '=', source))
        .orderBy('revision')
        .limit(limit)
        .execute(),

    async addQuotes({ source, asOf, quotes, rates }) {
      await db
        .insertInto('alert_ticks')
        .values({ source, as_of: asOf, quotes: encodeAcceptedQuotes(quotes), rates: encodeRates(rates) })
        .onConflict((conflict) => conflict.columns(['source', 'as_of']).doNothing())
        .execute();
    },

    async findQuotes(source, after, upTo) {
      const row = await db
        .selectFrom('alert_ticks')
        .select(['as_of', 'quotes', 'rates'])
        .where('source', '=', source)
        .where('as_of', '>', after)
        .$if(upTo !== undefined, (query) => query.where('as_of', '<=', upTo!))
        .orderBy('as_of')
        .limit(1)
        .executeTakeFirst();
      if (!row) return null;
      const rates = decodeRates(row.rates);
      return { source, asOf: row.as_of, quotes: decodeAcceptedQuotes(row.quotes), rates };
    },

    advance,
  };
}

async function advance(tx: Tx, { source, before, next, firedAt }: EvaluationProgress): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alert_evaluations')
    .set(
      next
        ? {
            as_of: next.asOf,
            revision: next.revision,
            quotes: encodeQuotes(next.quotes, next.asOf),
            rates: encodeRates(next.rates),
          }
        : { as_of: before },
    )
    .where('source', '=', source)
    .where('as_of', '=', before)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (next) {
    await tx
      .deleteFrom('alert_ticks')
      .where('source', '=', source)
      // Quotes later than that are from before the clock was set back.
      .where((eb) => eb.or([eb('as_of', '<=', next.asOf), eb('as_of', '>', firedAt + maxClockSkewMs)]))
      .execute();
  }
  return true;
}
