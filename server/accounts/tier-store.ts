import type { PaidTier, Tier } from '#contract/plans.ts';
import type { Tx } from '#server/platform/database/transact.ts';

/** Where an account's tier comes from. */
export interface TierSources {
  /** Set by the operator, or the default of new accounts. */
  readonly granted: Tier;
  /** Paid for by a subscription; null if none. */
  readonly paid: PaidTier | null;
}

/** An account's effective tier and its sources. */
export interface AccountTier extends TierSources {
  readonly tier: Tier;
}

/** Throws if there is no such user. */
export function getTierSources(tx: Tx, userId: string): Promise<TierSources> {
  return tx
    .selectFrom('users')
    .select(['granted_tier as granted', 'paid_tier as paid'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Stores an account's tier together with its sources. */
export async function updateTier(
  tx: Tx,
  userId: string,
  { tier, granted, paid }: AccountTier,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ tier, granted_tier: granted, paid_tier: paid })
    .where('id', '=', userId)
    .execute();
}
