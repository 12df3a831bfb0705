import { randomUUID } from 'node:crypto';
import type { SecurityEventKind } from '#contract/accounts/security-events.ts';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { SecurityEventTable } from '#server/platform/database/tables/account-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export type SecurityEventRow = Omit<SecurityEventTable, 'user_id'>;

export interface NewSecurityEvent {
  readonly userId: string;
  readonly kind: SecurityEventKind;
  /** The browser or program that caused it; empty if it wasn't one of the account's. */
  readonly userAgent: string;
  /** Default: 1. */
  readonly count?: number;
}

/** Per account. */
const maxSecurityEvents = 50;

/** Newest first. */
export function listSecurityEvents(db: Database, userId: string): Promise<SecurityEventRow[]> {
  return db
    .selectFrom('security_events')
    .select(['id', 'kind', 'count', 'user_agent', 'at'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(maxSecurityEvents)
    .execute();
}

/** Adds an event and removes those that are no longer shown. */
export async function addSecurityEvent(tx: Tx, event: NewSecurityEvent, at: Instant): Promise<void> {
  const { userId, kind, userAgent, count = 1 } = event;
  await tx
    .insertInto('security_events')
    .values({ id: randomUUID(), user_id: userId, kind, user_agent: userAgent, count, at })
    .execute();
  await tx
    .deleteFrom('security_events')
    .where('user_id', '=', userId)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('security_events as kept')
        .select('kept.id')
        .where('kept.user_id', '=', userId)
        .orderBy('kept.at', 'desc')
        .orderBy('kept.id')
        .limit(maxSecurityEvents),
    )
    .execute();
}

/** How many events of a kind an account has had since then, each with its repeats. */
export async function countSecurityEvents(
  tx: Tx,
  { userId, kind }: Pick<NewSecurityEvent, 'userId' | 'kind'>,
  since: Instant,
): Promise<number> {
  const { count } = await tx
    .selectFrom('security_events')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Adds `count` to the newest event of this kind that was last updated after `span.since`, and updates its time and browser.
 * Returns false if there is none.
 */
export async function addToCount(
  tx: Tx,
  { userId, kind, count, userAgent }: NewSecurityEvent & { readonly count: number },
  span: { since: Instant; at: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('security_events')
    .set((row) => ({ count: row('count', '+', count), user_agent: userAgent, at: span.at }))
    .where('id', 'in', (query) =>
      query
        .selectFrom('security_events as newest')
        .select('newest.id')
        .where('newest.user_id', '=', userId)
        .where('newest.kind', '=', kind)
        .where('newest.at', '>', span.since)
        .orderBy('newest.at', 'desc')
        .orderBy('newest.id')
        .limit(1),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
