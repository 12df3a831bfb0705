import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createSkipLocked } from '#server/platform/database/skip-locked.ts';
import type { ChallengeTable } from '#server/platform/database/tables/account-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export interface NewChallenge {
  readonly secretHash: string;
  readonly purpose: ChallengeTable['purpose'];
  /** Empty if nothing is mailed. */
  readonly email: string;
  readonly audience: string;
  /** The account whose removal also removes the challenge; null if none. */
  readonly userId: string | null;
  readonly codeHash: string;
  readonly expiresAt: Instant;
}

export interface OpenChallenge {
  readonly secret_hash: string;
  readonly audience: string;
  readonly code_hash: string;
  readonly user_id: string | null;
  readonly tries: number;
}

/** Secrets are looked up by all their hashes: there are two while the installation's secret is being rotated. */
export interface ChallengeStore {
  /** `db`: the open transaction, if there is one. */
  add(db: Database, challenge: NewChallenge): Promise<void>;
  /** The browser's challenge, unless it has expired. */
  find(
    tx: Tx,
    secretHashes: readonly string[],
    scope: Pick<NewChallenge, 'purpose' | 'email' | 'audience'>,
  ): Promise<OpenChallenge | undefined>;
  updateExpiry(tx: Tx, secretHash: string, expiresAt: Instant): Promise<void>;
  /**
   * Counts a try and returns what to compare the code with; undefined if there is no such challenge, it has expired, or
   * it has had `maxTries`. Because counting comes first, at most `maxTries` of any number of parallel tries are
   * compared.
   */
  countAttempt(
    secretHashes: readonly string[],
    challenge: Pick<ChallengeTable, 'purpose' | 'email'>,
    maxTries: number,
  ): Promise<OpenChallenge | undefined>;
  /** Removes the challenge and returns it; undefined if there is none or it has expired. */
  take(
    secretHashes: readonly string[],
    purpose: ChallengeTable['purpose'],
  ): Promise<OpenChallenge | undefined>;
  remove(tx: Tx, secretHash: string): Promise<void>;
  removeExpired(): Promise<void>;
}

const columns = ['secret_hash', 'audience', 'code_hash', 'user_id', 'tries'] as const;

export function createChallengeStore(db: Database, clock: Clock): ChallengeStore {
  const skipLocked = createSkipLocked(db);
  return {
    add,

    find: (tx, secretHashes, { purpose, email, audience }) =>
      tx
        .selectFrom('challenges')
        .select(columns)
        .where('secret_hash', 'in', secretHashes)
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .where('audience', '=', audience)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst(),

    async updateExpiry(tx, secretHash, expiresAt) {
      await tx
        .updateTable('challenges')
        .set({ expires_at: expiresAt })
        .where('secret_hash', '=', secretHash)
        .execute();
    },

    countAttempt: (secretHashes, { purpose, email }, maxTries) =>
      db
        .updateTable('challenges')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('secret_hash', 'in', secretHashes)
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .where('tries', '<', maxTries)
        .where('expires_at', '>', clock.now())
        .returning(columns)
        .executeTakeFirst(),

    take: (secretHashes, purpose) =>
      db
        .deleteFrom('challenges')
        .where('secret_hash', 'in', secretHashes)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', clock.now())
        .returning(columns)
        .executeTakeFirst(),

    async remove(tx, secretHash) {
      await tx.deleteFrom('challenges').where('secret_hash', '=', secretHash).execute();
    },

    async removeExpired() {
      await db
        .deleteFrom('challenges')
        .where('secret_hash', 'in', (query) =>
          skipLocked(
            query
              .selectFrom('challenges as expired')
              .select('expired.secret_hash')
              .where('expired.expires_at', '<=', clock.now()),
          ),
        )
        .execute();
    },
  };
}

async function add(db: Database, challenge: NewChallenge): Promise<void> {
  const { secretHash, purpose, email, audience, userId, codeHash, expiresAt } = challenge;
  await db
    .insertInto('challenges')
    .values({
      secret_hash: secretHash,
      purpose,
      email,
      audience,
      user_id: userId,
      code_hash: codeHash,
      tries: 0,
      expires_at: expiresAt,
    })
    .execute();
}
