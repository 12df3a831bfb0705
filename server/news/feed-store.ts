import { z } from 'zod';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import type { FirstSeen } from './merge/first-seen.ts';

/** The state of a feed after its last request. */
export interface FeedState {
  readonly address: string;
  /** The feed's own title; empty if it has none. */
  readonly title: string;
  /** Sent with the next request, so that the feed only responds in full if something is new. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Consecutive failures since its last answer. */
  readonly failures: number;
  readonly dueAt: Instant;
  readonly answeredAt: Instant | null;
  /** When its stored articles last changed. */
  readonly changedAt: Instant | null;
  /** For items without a date. */
  readonly firstSeen: FirstSeen;
}

/** The state of all feeds together. */
export interface NewsProgress {
  /** When a feed last answered. */
  readonly answeredAt: Instant | null;
  /** When the articles last changed. */
  readonly changedAt: Instant | null;
  /** Changes whenever the articles change, even if the clock was set back. */
  readonly changes: string;
}

/** The state of each feed, shared by all processes. */
export interface FeedStore {
  /** Only for feeds that were requested before. */
  listStates(addresses: readonly string[]): Promise<FeedState[]>;
  saveState(tx: Tx, state: FeedState): Promise<void>;
  /** Records that the articles of these feeds changed. */
  markChanged(tx: Tx, addresses: readonly string[], at: Instant): Promise<void>;
  /** Instants after `now` are from before the clock was set back; they count only if there is no other. */
  getProgress(addresses: readonly string[], now: Instant): Promise<NewsProgress>;
}

export function createFeedStore(db: Database): FeedStore {
  return {
    async listStates(addresses) {
      const rows = await db
        .selectFrom('news_feeds')
        .selectAll()
        .where('address', 'in', [...addresses])
        .execute();
      return rows.map((row) => ({
        address: row.address,
        title: row.title,
        etag: row.etag,
        lastModified: row.last_modified,
        failures: row.failures,
        dueAt: row.due_at,
        answeredAt: row.answered_at,
        changedAt: row.changed_at,
        firstSeen: parseFirstSeen(row.first_seen),
      }));
    },

    async saveState(tx, { address, ...state }) {
      const columns = {
        title: state.title,
        etag: state.etag,
        last_modified: state.lastModified,
        failures: state.failures,
        due_at: state.dueAt,
        answered_at: state.answeredAt,
        changed_at: state.changedAt,
        first_seen: state.firstSeen.size === 0 ? null : JSON.stringify([...state.firstSeen]),
      };
      await tx
        .insertInto('news_feeds')
        .values({ address, ...columns })
        .onConflict((conflict) => conflict.column('address').doUpdateSet(columns))
        .execute();
    },

    async markChanged(tx, addresses, at) {
      await tx
        .updateTable('news_feeds')
        .set({ changed_at: at })
        .where('address', 'in', [...addresses])
        .execute();
    },

    async getProgress(addresses, now) {
      const rows = await db
        .selectFrom('news_feeds')
        .select(['answered_at', 'changed_at'])
        .where('address', 'in', [...addresses])
        .orderBy('address')
        .execute();
      return {
        answeredAt: findLatest(
          rows.map((row) => row.answered_at),
          now,
        ),
        changedAt: findLatest(
          rows.map((row) => row.changed_at),
          now,
        ),
        changes: rows.map((row) => row.changed_at).join(),
      };
    },
  };
}

const firstSeenSchema = z.array(z.tuple([z.string(), z.number()]));

function parseFirstSeen(text: string | null): FirstSeen {
  return new Map(text === null ? [] : firstSeenSchema.parse(JSON.parse(text)));
}

/** How far another process's clock may be ahead. */
const clockSkewMs = 60_000;

function findLatest(instants: readonly (Instant | null)[], now: Instant): Instant | null {
  const known = instants.filter((at) => at !== null);
  const past = known.filter((at) => at <= now + clockSkewMs);
  if (known.length === 0) return null;
  return Math.max(...(past.length > 0 ? past : known));
}
