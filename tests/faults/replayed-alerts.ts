import { takeRevisions } from '#server/alerts/revision-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { AcceptedQuotes } from '../../server/alerts/evaluation/accepted-quotes.ts';
import { addUser } from '../support/accounts/users.ts';
import type { WatchedAlert } from '../support/alerts/alert-oracle.ts';
import { fakeAlert } from '../support/alerts/alert-rows.ts';
import { type PlannedAlert, planAlerts } from './alert-replay.ts';

type Armed = Pick<
  AlertTable,
  'condition' | 'threshold' | 'when_true' | 'armed_as_of' | 'armed_price' | 'armed_change'
>;

/** Arms an alert by the given quotes. */
export function armBy(
  { coinId, condition, threshold, whenTrue }: Omit<PlannedAlert, 'id' | 'isMailed' | 'cooldownMinutes'>,
  { asOf, quotes }: AcceptedQuotes,
): Armed {
  const { price, change = null } = quotes.get(coinId) ?? {};
  return {
    condition,
    threshold,
    when_true: whenTrue,
    armed_as_of: asOf,
    armed_price: price === undefined ? null : String(price),
    armed_change: change === null ? null : String(change),
  };
}

/** Describes an armed alert to the oracle. */
export function toWatched(key: number, plan: PlannedAlert, armed: Armed): WatchedAlert {
  const text = armed.condition.startsWith('price') ? armed.armed_price : armed.armed_change;
  return {
    key,
    coinId: plan.coinId,
    condition: armed.condition,
    threshold: armed.threshold,
    cooldownMs: plan.cooldownMinutes === null ? null : plan.cooldownMinutes * 60_000,
    armedAsOf: armed.armed_as_of,
    armedFigure: text === null ? null : Number(text),
    shouldFireIfTrue: armed.when_true === 'fire',
  };
}

/** Adds all planned alerts to a new user, armed by the given quotes. Those notified by e-mail have a note. */
export async function armAll(db: Database, accepted: AcceptedQuotes): Promise<string> {
  const userId = await addUser(db);
  const plans = planAlerts();
  await transact(db, async (tx) => {
    const revision = await takeRevisions(tx, plans.length);
    const rows = plans.map((plan, index) => ({
      ...fakeAlert({
        id: plan.id,
        coin_id: plan.coinId,
        ...armBy(plan, accepted),
        repeat: plan.cooldownMinutes === null ? 'once' : 'every',
        cooldown_minutes: plan.cooldownMinutes ?? 60,
        note: plan.isMailed ? 'by mail' : null,
      }),
      user_id: userId,
      revision: revision + index,
    }));
    for (let first = 0; first < rows.length; first += 500) {
      await tx
        .insertInto('alerts')
        .values(rows.slice(first, first + 500))
        .execute();
    }
  });
  return userId;
}

/** Arms an alert again, as the service does. */
export async function rearm(db: Database, id: string, armed: Armed): Promise<void> {
  await transact(db, async (tx) => {
    const revision = await takeRevisions(tx);
    await tx
      .updateTable('alerts')
      .set((row) => ({
        ...armed,
        status: 'active',
        next_allowed_at: null,
        revision,
        arming: row('arming', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
  });
}
