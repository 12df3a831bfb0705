import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ChallengeTable } from '#server/platform/database/tables/account-tables.ts';

export type OpenChallenge = Pick<ChallengeTable, 'code_hash' | 'user_id'>;

export interface ChallengeStore {
  /**
   * Counts a try and gives what the code is compared with; undefined where there is no such challenge, its time is
   * over, or `maxTries` were counted. Counted before anything is compared: of any number of parallel tries no more
   * than that many get an answer.
   */
  countTry(
    challenge: Pick<ChallengeTable, 'secret_hash' | 'purpose' | 'email'>,
    maxTries: number,
  ): Promise<OpenChallenge | undefined>;
  /** Takes the challenge away and gives it; undefined where there is none, or its time is over. */
  take(challenge: Pick<ChallengeTable, 'secret_hash' | 'purpose'>): Promise<OpenChallenge | undefined>;
  removeExpired(): Promise<void>;
}

export function createChallengeStore(db: Database, clock: Clock): ChallengeStore {
  return {
    countTry: ({ secret_hash, purpose, email }, maxTries) =>
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

    async removeExpired() {
      await db.deleteFrom('challenges').where('expires_at', '<=', clock.now()).execute();
    },
  };
}
