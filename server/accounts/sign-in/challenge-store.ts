import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ChallengeTable } from '#server/platform/database/tables/account-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export interface NewChallenge {
  readonly secretHash: string;
  readonly purpose: ChallengeTable['purpose'];
  /** Empty where nothing is mailed. */
  readonly email: string;
  /** The account the challenge is removed with; null: none. */
  readonly userId: string | null;
  readonly codeHash: string;
  readonly expiresAt: Instant;
}

export type OpenChallenge = Pick<ChallengeTable, 'code_hash' | 'user_id'>;

export interface ChallengeStore {
  /** `db`: the open transaction, where there is one. */
  add(db: Database, challenge: NewChallenge): Promise<void>;
  /**
   * Counts a try and returns what to compare the code with; undefined where there is no such challenge, it has expired,
   * or it has had `maxTries`. Counting first means that no more than `maxTries` of any number of parallel tries are
   * compared.
   */
  countAttempt(
    challenge: Pick<ChallengeTable, 'secret_hash' | 'purpose' | 'email'>,
    maxTries: number,
  ): Promise<OpenChallenge | undefined>;
  /** Removes the challenge and returns it; undefined where there is none, or it has expired. */
  take(challenge: Pick<ChallengeTable, 'secret_hash' | 'purpose'>): Promise<OpenChallenge | undefined>;
  /** False: it no longer exists. */
  remove(tx: Tx, secretHash: string): Promise<boolean>;
  removeExpired(): Promise<void>;
}

export function createChallengeStore(db: Database, clock: Clock): ChallengeStore {
  return {
    add,

    countAttempt: ({ secret_hash, purpose, email }, maxTries) =>
      db
        .updateTable('challenges')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('secret_hash', '=', secret_hash)
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .where('tries', '<', maxTries)
        .where('expires_at', '>', clock.now())
        .returning(['code_hash', 'user_id'])
        .executeTakeFirst(),

    take: ({ secret_hash, purpose }) =>
      db
        .deleteFrom('challenges')
        .where('secret_hash', '=', secret_hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', clock.now())
        .returning(['code_hash', 'user_id'])
        .executeTakeFirst(),

    async remove(tx, secretHash) {
      const { numDeletedRows } = await tx
        .deleteFrom('challenges')
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async removeExpired() {
      await db.deleteFrom('challenges').where('expires_at', '<=', clock.now()).execute();
    },
  };
}

async function add(db: Database, challenge: NewChallenge): Promise<void> {
  const { secretHash, purpose, email, userId, codeHash, expiresAt } = challenge;
  await db
    .insertInto('challenges')
    .values({
      secret_hash: secretHash,
      purpose,
      email,
      user_id: userId,
      code_hash: codeHash,
      tries: 0,
      expires_at: expiresAt,
    })
    .execute();
}
