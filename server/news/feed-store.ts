import { z } from 'zod';
import type { Database } from '#server/platform/database/database.ts';
import type { FirstSeen } from './merge/first-seen.ts';

/** What is known of a feed from when it was last asked. Instants in milliseconds since 1970. */
export interface FeedState {
  readonly address: string;
  /** Its own; empty where it has none. */
  readonly title: string;
  /** What to ask with, so that it answers only where something is new. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** In a row, since it last answered. */
  readonly failures: number;
  readonly dueAt: number;
  readonly answeredAt: number | null;
  /** When something of its articles last changed here. */
  readonly changedAt: number | null;
  /** Of what it lists without a date. */
  readonly firstSeen: FirstSeen;
}

/** How far all feeds together have come. */
export interface NewsProgress {
  /** When one last answered. */
  readonly answeredAt: number | null;
  /** When something of the articles last changed. */
  readonly changedAt: number | null;
  /** Another one whenever something of the articles changed, also where the clock was set back. */
  readonly changes: string;
}

export interface FeedStore {
  /** Those of some feeds that were asked before. */
  listStates(addresses: readonly string[]): Promise<FeedState[]>;
  saveState(state: FeedState): Promise<void>;
  /** Says that something of their articles changed. */
  markChanged(addresses: readonly string[], atMs: number): Promise<void>;
  /** What says that it is later than `now` is from before the clock was set back, and counts only where nothing else is. */
  getProgress(addresses: readonly string[], now: number): Promise<NewsProgress>;
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

    async saveState({ address, ...state }) {
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
      await db
        .insertInto('news_feeds')
        .values({ address, ...columns })
        .onConflict((conflict) => conflict.column('address').doUpdateSet(columns))
        .execute();
    },

    async markChanged(addresses, atMs) {
      await db
        .updateTable('news_feeds')
        .set({ changed_at: atMs })
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

/** By how much the clock of another process may be ahead. */
const clockSkewMs = 60_000;

function findLatest(instants: readonly (number | null)[], now: number): number | null {
  const known = instants.filter((at) => at !== null);
  const past = known.filter((at) => at <= now + clockSkewMs);
  if (known.length === 0) return null;
  return Math.max(...(past.length > 0 ? past : known));
}
