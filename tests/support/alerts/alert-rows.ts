import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import { takeRevisions } from '#server/platform/database/take-revisions.ts';
import type { AlertRow } from '../../../server/alerts/store.ts';
import { fakeNow } from '../market/fake-market.ts';

/** An alert that waits for bitcoin above 110 dollars, as it is added. */
export function fakeAlert(
  parts: Partial<Omit<AlertRow, 'user_id' | 'revision'>> = {},
): Omit<AlertRow, 'user_id' | 'revision'> {
  return {
    id: randomUUID(),
    coin_id: 'bitcoin',
    symbol: 'btc',
    name: 'Bitcoin',
    condition: 'price_above',
    threshold: '110',
    status: 'active',
    note: null,
    repeat: 'once',
    cooldown_minutes: 60,
    when_true: 'wait',
    arming: 1,
    armed_at: fakeNow,
    armed_as_of: fakeNow,
    armed_price: '100',
    armed_change: '1.01',
    armed_source: 'coingecko',
    next_allowed_at: null,
    created_at: fakeNow,
    triggered_at: null,
    triggered_price: null,
    ...parts,
  };
}

/** That bitcoin rose above 110 dollars for a user, in the way of the evaluation. Gives the row. */
export async function addFiring(
  db: Database,
  userId: string,
  parts: Partial<AlertFiringTable> = {},
): Promise<AlertFiringTable> {
  return db.transaction().execute(async (tx) => {
    const row: AlertFiringTable = {
      id: randomUUID(),
      alert_id: randomUUID(),
      arming: 1,
      user_id: userId,
      coin_id: 'bitcoin',
      symbol: 'btc',
      name: 'Bitcoin',
      condition: 'price_above',
      threshold: '110',
      price: '112.5',
      change_24h: '3.456',
      crossed_after: fakeNow,
      crossed_by: fakeNow + 360_000,
      fired_at: fakeNow + 720_000,
      note: null,
      number: await takeRevisions(tx),
      seen_at: null,
      source: 'coingecko',
      ...parts,
    };
    await tx.insertInto('alert_firings').values(row).execute();
    return row;
  });
}
