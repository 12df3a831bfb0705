import type { Transaction } from 'kysely';
import type { Tier } from '#contract/plans.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { takeRevisions } from '#server/platform/database/take-revisions.ts';
import type { PlannedChange } from './change-alert.ts';
import type { Arming } from './evaluation/arming.ts';

export type AlertRow = Omit<AlertTable, 'ordinal'>;

/** `full`: the tier allows no more. `gone`: the user is no longer there. */
export type AddOutcome =
  | { readonly outcome: 'added'; readonly row: AlertRow }
  | { readonly outcome: 'full'; readonly tier: Tier }
  | { readonly outcome: 'gone' };

export type UpdateOutcome =
  | { readonly outcome: 'updated'; readonly row: AlertRow }
  | { readonly outcome: 'misfit'; readonly message: string }
  | { readonly outcome: 'full'; readonly tier: Tier }
  | { readonly outcome: 'missing' };

/** Told the tier, and how many alerts there are that are not triggered while nobody else can add or arm one. */
type MayAdd = (tier: Tier, count: number) => boolean;

/** Alerts, always of a given user: what belongs to another is as if it were not there. */
export interface AlertStore {
  /** In the order they were made. */
  list(userId: string): Promise<AlertRow[]>;
  add(userId: string, alert: Omit<AlertRow, 'user_id' | 'revision'>, mayAdd: MayAdd): Promise<AddOutcome>;
  /** `plan` and `arm` are asked while nobody else changes the alert. */
  update(
    userId: string,
    id: string,
    asked: {
      readonly plan: (alert: AlertRow) => PlannedChange;
      readonly arm: (coinId: string) => Arming;
      readonly mayAdd: MayAdd;
    },
  ): Promise<UpdateOutcome>;
  /** False: the user has no such alert. */
  remove(userId: string, id: string): Promise<boolean>;
  /**
   * Pauses an alert, whoever's it is, if it is active. Gives it as it is then, and whether it was this that paused it;
   * undefined: there is none.
   */
  pause(id: string): Promise<{ readonly row: AlertRow; readonly wasActive: boolean } | undefined>;
}

export function createAlertStore(db: Database): AlertStore {
  return {
    list: (userId) =>
      db
        .selectFrom('alerts')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('ordinal')
        .orderBy('id')
        .execute(),

    add: (userId, alert, mayAdd) =>
      db.transaction().execute(async (tx) => {
        const user = await lockOwner(tx, userId);
        if (!user) return { outcome: 'gone' };
        const count = await countOthers(tx, userId, alert.id);
        if (!mayAdd(user.tier, count)) return { outcome: 'full', tier: user.tier };
        const row = { ...alert, user_id: userId, revision: await takeRevisions(tx) };
        await tx
          .insertInto('alerts')
          .values({ ...row, ordinal: user.revision })
          .execute();
        return { outcome: 'added', row };
      }),

    update: (userId, id, asked) => db.transaction().execute((tx) => update(tx, userId, id, asked)),

    async remove(userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('alerts')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async pause(id) {
      const { numUpdatedRows } = await db
        .updateTable('alerts')
        .set({ status: 'paused' })
        .where('id', '=', id)
        .where('status', '=', 'active')
        .executeTakeFirst();
      const row = await db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst();
      return row && { row, wasActive: numUpdatedRows > 0n };
    },
  };
}

async function update(
  tx: Transaction<Tables>,
  userId: string,
  id: string,
  { plan, arm, mayAdd }: Parameters<AlertStore['update']>[2],
): Promise<UpdateOutcome> {
  const user = await lockOwner(tx, userId);
  if (!user) return { outcome: 'missing' };
  // Nothing fires until this ends: what is read here is what is changed.
  const revision = await takeRevisions(tx);
  const known = await tx
    .selectFrom('alerts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) return { outcome: 'missing' };
  const planned = plan(known);
  if (planned.outcome === 'misfit') return planned;
  const { set, needsRoom, arms } = planned;
  if (needsRoom && !mayAdd(user.tier, await countOthers(tx, userId, id))) {
    return { outcome: 'full', tier: user.tier };
  }
  const row = await tx
    .updateTable('alerts')
    .set({
      // So that there is something to set, whatever was asked for.
      id,
      ...set,
      ...(arms && { ...arm(known.coin_id), arming: known.arming + 1, next_allowed_at: null, revision }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { outcome: 'updated', row };
}

async function countOthers(tx: Transaction<Tables>, userId: string, id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('alerts')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '!=', 'triggered')
    .where('id', '!=', id)
    .executeTakeFirstOrThrow();
  return count;
}
