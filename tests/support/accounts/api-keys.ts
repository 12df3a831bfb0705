import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AddedApiKey } from '#contract/accounts/api-keys.ts';
import type { Tier } from '#contract/plans.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AccountApp } from './account-app.ts';
import type { AccountClient } from './account-client.ts';

/** Inserts a key whose secret nobody has, for tests that are not about creating one. Returns the id. */
export async function insertApiKey(db: Database, userId: string): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('api_keys')
    .values({
      id,
      user_id: userId,
      key_hash: `hash of ${id}`,
      name: 'Script',
      created_at: 0,
      last_used_at: null,
    })
    .execute();
  return id;
}

/** Changes the plan of an account, as the operator would. */
export async function setTier({ db }: AccountApp, email: string, tier: Tier): Promise<void> {
  await db.updateTable('users').set({ tier }).where('email', '=', email).execute();
}

/** Creates a key in its owner's browser. */
export async function addApiKey(owner: AccountClient, name = 'Script'): Promise<AddedApiKey> {
  const { status, body } = await owner.call('POST', '/api/keys', { name });
  expect(status).toBe(201);
  return body as unknown as AddedApiKey;
}

/** A program that calls the API with a key. */
export function programWith(site: AccountApp, key: string): AccountClient {
  const program = site.plainClient();
  program.token = key;
  return program;
}
