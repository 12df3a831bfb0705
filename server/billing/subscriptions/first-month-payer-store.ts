import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { deriveKey, keyedHash } from '#server/platform/keys.ts';

/**
 * The addresses of accounts that have had a subscription, kept after the account is deleted, so that each address gets
 * the first month's offer only once. Stored only as hashes, which reveal nothing without the installation's secret.
 */
export interface FirstMonthPayerStore {
  /** Remembers the current address of an account with a subscription. */
  note(tx: Tx, userId: string, now: Instant): Promise<void>;
  /** Whether an account with this user's address has had a subscription. False until the user has verified it. */
  has(userId: string): Promise<boolean>;
  /** Forgets addresses whose last subscription was seen before `keptMs`. */
  sweep(now: Instant): Promise<void>;
}

/** As the privacy policy says. */
const keptMs: Milliseconds = 2 * 365 * 24 * 60 * 60_000;

/** `previousSecret`: the secret that is being replaced, during a rotation. */
export function createFirstMonthPayerStore(
  db: Database,
  { secret, previousSecret }: { readonly secret: string; readonly previousSecret?: string | undefined },
): FirstMonthPayerStore {
  const keys = [secret, ...(previousSecret === undefined ? [] : [previousSecret])].map((one) =>
    deriveKey(one, 'first month payers'),
  );
  const hashesOf = (email: string) => keys.map((key) => keyedHash(key, email.toLowerCase()));
  const findHashes = async (reader: Database, userId: string) => {
    const user = await reader
      .selectFrom('users')
      .select('proved_email')
      .where('id', '=', userId)
      .executeTakeFirst();
    // Anyone can sign up with anyone's address, and must not learn whether it has had a subscription.
    return user?.proved_email ? hashesOf(user.proved_email) : undefined;
  };
  return {
    async note(tx, userId, now) {
      const hashes = await findHashes(tx, userId);
      if (!hashes) return;
      await tx
        .insertInto('first_month_payers')
        .values({ address_hash: hashes[0]!, seen_at: now })
        .onConflict((conflict) => conflict.column('address_hash').doUpdateSet({ seen_at: now }))
        .execute();
    },
    async has(userId) {
      const hashes = await findHashes(db, userId);
      if (!hashes) return false;
      const found = db.selectFrom('first_month_payers').select('seen_at').where('address_hash', 'in', hashes);
      return (await found.limit(1).executeTakeFirst()) !== undefined;
    },
    async sweep(now) {
      await db
        .deleteFrom('first_month_payers')
        .where('seen_at', '<', now - keptMs)
        .execute();
    },
  };
}
