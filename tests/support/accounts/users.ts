import { randomUUID } from 'node:crypto';
import type { Tier } from '#contract/plans.ts';
import type { Database } from '#server/platform/database/database.ts';
import { AppError } from '../../../server/platform/http/app-error.ts';
import type { RequireUser } from '../../../server/platform/http/request-user.ts';

/** Inserts a user, for tests that are not about signing up. Returns the id. */
export async function addUser(db: Database, tier: Tier = 'free'): Promise<string> {
  const id = randomUUID();
  const email = `${id}@example.com`;
  await db
    .insertInto('users')
    .values({
      id,
      email,
      proved_email: email,
      first_name: 'Ada',
      last_name: 'Test',
      tier,
      verified_at: 0,
      created_at: 0,
      last_used_at: 0,
    })
    .execute();
  return id;
}

/** Replaces signing in, for tests that are not about it: the `authorization` header is the user's id. */
export function trustHeader(db: Database): RequireUser {
  return async ({ headers }) => {
    const id = headers.authorization ?? '';
    const user = await db
      .selectFrom('users')
      .select(['tier', 'email'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!user) throw new AppError('unauthorized', 'Sign in first.');
    return { id, email: user.email, tier: user.tier, verified: true, sessionId: 'session', provedAt: null };
  };
}
