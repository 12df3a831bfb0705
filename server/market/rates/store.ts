import type { DecimalText, Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';

/** The source of a day's rate. */
export type RateSource = 'coingecko' | 'simulated' | 'ecb';

export interface DailyRate {
  readonly currency: string;
  readonly day: DayNumber;
  readonly source: RateSource;
  readonly rate: DecimalText;
  readonly at: Instant;
}

/** One rate per currency, day and source, kept forever. */
export interface RateStore {
  /** Replaces the same source's earlier rates of that day. */
  saveRates(rates: readonly DailyRate[], tx?: Tx): Promise<void>;
  /** Adds missing rates, and returns the days that gained one. */
  addRates(rates: readonly DailyRate[]): Promise<Set<DayNumber>>;
  listRates(currency: string, from: DayNumber, to: DayNumber): Promise<DailyRate[]>;
  /** Whether there is any rate for the currency. */
  hasCurrency(currency: string): Promise<boolean>;
  /** The rates of the source's last day. */
  listLatest(source: RateSource): Promise<DailyRate[]>;
}

const rowsAtOnce = 500;

export function createRateStore(db: Database): RateStore {
  return {
    async saveRates(rates, tx) {
      if (rates.length === 0) return;
      await (tx ?? db)
        .insertInto('daily_rates')
        .values([...rates])
        .onConflict((conflict) =>
          conflict.columns(['currency', 'day', 'source']).doUpdateSet((row) => ({
            rate: row.ref('excluded.rate'),
            at: row.ref('excluded.at'),
          })),
        )
        .execute();
    },

    addRates: (rates) =>
      transact(db, async (tx) => {
        const days = new Set<DayNumber>();
        for (let start = 0; start < rates.length; start += rowsAtOnce) {
          for (const day of await insertNew(tx, rates.slice(start, start + rowsAtOnce))) days.add(day);
        }
        return days;
      }),

    async listRates(currency, from, to) {
      const rows = await db
        .selectFrom('daily_rates')
        .selectAll()
        .where('currency', '=', currency)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .orderBy('day')
        .execute();
      return rows.map(toDailyRate);
    },

    async hasCurrency(currency) {
      const query = db.selectFrom('daily_rates').select('day').where('currency', '=', currency);
      return (await query.limit(1).executeTakeFirst()) !== undefined;
    },

    async listLatest(source) {
      const rows = await db
        .selectFrom('daily_rates')
        .selectAll()
        .where('source', '=', source)
        .where('day', '=', (query) =>
          query
            .selectFrom('daily_rates as latest')
            .select((select) => select.fn.max('latest.day').as('day'))
            .where('latest.source', '=', source),
        )
        .execute();
      return rows.map(toDailyRate);
    },
  };
}

async function insertNew(tx: Tx, rates: DailyRate[]): Promise<DayNumber[]> {
  const rows = await tx
    .insertInto('daily_rates')
    .values(rates)
    .onConflict((conflict) => conflict.columns(['currency', 'day', 'source']).doNothing())
    .returning('day')
    .execute();
  return rows.map(({ day }) => day);
}

const toDailyRate = (row: Omit<DailyRate, 'source'> & { source: string }): DailyRate => ({
  ...row,
  source: row.source as RateSource,
});
