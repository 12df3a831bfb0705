import type { Logger } from 'pino';
import { z } from 'zod';
import { coinSchema, globalSchema, trendingCoinSchema } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import type { Snapshot } from './snapshot.ts';

/** Stores the last snapshot of the real market, so that a restart has something to show. */
export interface MarketStore {
  /**
   * Stores a snapshot unless a newer one is already stored. Throws for simulated prices, which must never be stored as
   * real.
   */
  saveSnapshot(snapshot: Snapshot, tx?: Tx): Promise<void>;
  /** Null if none is stored, or if it can no longer be read (which is logged). */
  loadSnapshot(): Promise<Snapshot | null>;
  /** Null if none is stored. */
  getStoredVersion(): Promise<StoredVersion | null>;
}

export interface StoredVersion {
  /** When the stored snapshot was fetched upstream. */
  readonly asOf: Instant;
  /** Changes with each write: late figures and quarantine marks don't change `asOf`. */
  readonly revision: number;
}

const source = 'coingecko';
/**
 * No process's clock is ahead by this much, so a snapshot this far in the future dates from before the clock was set
 * back.
 */
const clockSetBackMs = 3_600_000;

const bodySchema = z.object({
  coins: z.array(coinSchema).min(1),
  global: globalSchema.nullable(),
  trending: z.array(trendingCoinSchema),
  rejected: z.number(),
  id: z.number().optional(),
});

export function createMarketStore(db: Database, logger?: Pick<Logger, 'warn'>): MarketStore {
  return {
    async saveSnapshot(snapshot, tx) {
      if (snapshot.source !== source) throw new Error(`A ${snapshot.source} snapshot must not be stored`);
      const { asOf, coins, global, trending, rejected, id } = snapshot;
      await (tx ?? db)
        .insertInto('snapshots')
        .values({
          source,
          as_of: asOf,
          body: JSON.stringify({ coins, global, trending, rejected, id }),
          revision: 1,
        })
        .onConflict((conflict) =>
          conflict
            .column('source')
            .doUpdateSet((row) => ({
              as_of: row.ref('excluded.as_of'),
              body: row.ref('excluded.body'),
              revision: row('snapshots.revision', '+', 1),
            }))
            .where((eb) =>
              eb.or([
                eb('snapshots.as_of', '<=', eb.ref('excluded.as_of')),
                eb('snapshots.as_of', '>', asOf + clockSetBackMs),
              ]),
            ),
        )
        .execute();
    },

    async loadSnapshot() {
      const row = await db
        .selectFrom('snapshots')
        .select(['as_of', 'body'])
        .where('source', '=', source)
        .executeTakeFirst();
      if (!row) return null;
      const body = parseBody(row.body);
      if (body) return { source, asOf: row.as_of, ...body };
      logger?.warn('the stored market snapshot cannot be read and is ignored');
      return null;
    },

    async getStoredVersion() {
      const row = await db
        .selectFrom('snapshots')
        .select(['as_of', 'revision'])
        .where('source', '=', source)
        .executeTakeFirst();
      return row ? { asOf: row.as_of, revision: row.revision } : null;
    },
  };
}

function parseBody(text: string): z.infer<typeof bodySchema> | null {
  try {
    return bodySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
