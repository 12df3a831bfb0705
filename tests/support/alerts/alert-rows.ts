import { randomUUID } from 'node:crypto';
import { takeRevisions } from '#server/alerts/revision-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { AlertRow } from '../../../server/alerts/store.ts';
import { fakeNow } from '../market/fake-market.ts';

/** An active alert for bitcoin above 110 dollars. */
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
    currency: 'usd',
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
    armed_rate: null,
    armed_source: 'coingecko',
    next_allowed_at: null,
    created_at: fakeNow,
    triggered_at: null,
    triggered_price: null,
    ...parts,
  };
}

/** Inserts an alert of a user, armed unless `parts` say otherwise. Returns the row. */
export function addAlert(
  db: Database,
  userId: string,
  parts: Parameters<typeof fakeAlert>[0] = {},
): Promise<AlertRow> {
  return transact(db, async (tx) => {
    const row = { ...fakeAlert(parts), user_id: userId, revision: await takeRevisions(tx) };
    await tx.insertInto('alerts').values(row).execute();
    return row;
  });
}

/** Inserts a firing of bitcoin rising above 110 dollars, numbered as evaluations do. Returns the row. */
export async function addFiring(
  db: Database,
  userId: string,
  parts: Partial<AlertFiringTable> = {},
): Promise<AlertFiringTable> {
  return transact(db, async (tx) => {
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
      currency: 'usd',
      change_24h: '3.456',
      crossed_after: fakeNow,
      crossed_by: fakeNow + 360_000,
      fired_at: fakeNow + 720_000,
      note: null,
      number: await takeRevisions(tx),
      seen_at: null,
      source: 'coingecko',
      mail_id: null,
      ...parts,
    };
    await tx.insertInto('alert_firings').values(row).execute();
    return row;
  });
}
