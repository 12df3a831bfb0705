import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { afterCommit, type Tx } from '../database/transact.ts';

/** Events that other processes may be waiting for. */
export const topics = [
  'firings',
  'leases',
  'mails',
  'market',
  'pushes',
  'rates',
  'coin-list',
  'close-requests',
  'news',
  'servers',
] as const;

export type Topic = (typeof topics)[number];

/**
 * Tells all processes sharing a database that there is something to read, so that they need not poll often. A wake-up
 * may get lost or be spurious, so listeners also poll from time to time.
 */
export interface WakeUps {
  /** Wakes the topic's listeners in all processes; in a transaction, once it commits. */
  send(db: Database | Tx, topic: Topic): Promise<void>;
  /** Calls `listener` for each wake-up, and whenever one may have been missed. Returns the function that stops it. */
  listen(topic: Topic, listener: () => void): () => void;
  /** Whether other processes' wake-ups currently arrive. */
  isConnected(): boolean;
}

/** The listeners of this process. */
export interface Listeners extends Pick<WakeUps, 'listen'> {
  call(topic: Topic): void;
}

export function createListeners(): Listeners {
  const byTopic = new Map(topics.map((topic) => [topic, new Set<() => void>()]));
  return {
    listen(topic, listener) {
      byTopic.get(topic)?.add(listener);
      return () => byTopic.get(topic)?.delete(listener);
    },
    call(topic) {
      for (const listener of byTopic.get(topic) ?? []) listener();
    },
  };
}

/** Wake-ups for a database with one process. */
export function createLocalWakeUps(): WakeUps {
  const { listen, call } = createListeners();
  return {
    listen,
    isConnected: () => true,
    async send(db, topic) {
      if (isTransaction(db)) afterCommit(db, () => call(topic));
      else call(topic);
    },
  };
}

/** Followed by the schema's name, because several installations may share a database. */
const channelPrefix = 'altimeter:';

export const channelOf = (schema: string): string => `${channelPrefix}${schema}`;

/** Sends by NOTIFY, which PostgreSQL delivers with the commit. */
export async function notifyAll(db: Kysely<Tables>, topic: Topic): Promise<void> {
  await sql`select pg_notify(${channelPrefix} || current_schema(), ${topic})`.execute(db);
}

/** Without a listening connection: notifies others, while this process polls. */
export function createSendingWakeUps(db: Database): WakeUps {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return createLocalWakeUps();
  const { listen } = createListeners();
  return { listen, send: notifyAll, isConnected: () => false };
}

const isTransaction = (db: Database | Tx): db is Tx => db.isTransaction;
