import type { Transaction } from 'kysely';
import { higherTier, type PaidTier, type Tier } from '#contract/plans.ts';
import { lockUser } from '#server/platform/database/lock-user.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** What an account may, and why. */
export interface AccountTier {
  readonly tier: Tier;
  /** By the operator, or from the start. */
  readonly granted: Tier;
  /** By a subscription; null: by none. */
  readonly paid: PaidTier | null;
}

/** Gives the user a tier for nothing. What a subscription pays for stays. Undefined: there is no such user any more. */
export function grantTier(tx: Transaction<Tables>, userId: string, granted: Tier) {
  return changeTier(tx, userId, (now) => ({ ...now, granted }));
}

/** Notes what a subscription pays for. What the user was given stays. Undefined: there is no such user any more. */
export function setPaidTier(tx: Transaction<Tables>, userId: string, paid: PaidTier | null) {
  return changeTier(tx, userId, (now) => ({ ...now, paid }));
}

type Grounds = Omit<AccountTier, 'tier'>;

async function changeTier(
  tx: Transaction<Tables>,
  userId: string,
  change: (now: Grounds) => Grounds,
): Promise<AccountTier | undefined> {
  if (!(await lockUser(tx, userId))) return undefined;
  const now = await tx
    .selectFrom('users')
    .select(['granted_tier as granted', 'paid_tier as paid'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { granted, paid } = change(now);
  const tier = higherTier(granted, paid ?? 'free');
  await tx
    .updateTable('users')
    .set({ tier, granted_tier: granted, paid_tier: paid })
    .where('id', '=', userId)
    .execute();
  return { tier, granted, paid };
}
