import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { createHashes, type Hashes } from '../hashes.ts';
import { createChallengeStore } from './challenge-store.ts';
import { createChallenges } from './challenges.ts';

const clock = { now: () => 1_800_000_000_000 };
const email = 'ada@example.com';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the code of a challenge on ${name}`, () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await create();
    });
    afterEach(() => database.remove());

    it('is compared with at most five of a thousand guesses that two servers get at once', async () => {
      let compared = 0;
      const hashes = createHashes('a secret of this test, and of no other');
      // What was typed is hashed to be compared, and for nothing else.
      const counting: Hashes = {
        ...hashes,
        ofCode: (challengeHash, code) => {
          compared += 1;
          return hashes.ofCode(challengeHash, code);
        },
      };
      const first = await database.open();
      await migrateDatabase(first);
      const servers = [first, await database.open()].map((db) => ({
        db,
        challenges: createChallenges({ store: createChallengeStore(db, clock), hashes: counting, clock }),
      }));
      const [{ db, challenges: issuing }] = servers as [(typeof servers)[0]];
      const { secret, code, row } = issuing.issue({ purpose: 'sign_in', email, userId: null });
      await db
        .insertInto('challenges')
        .values({
          secret_hash: row.secretHash,
          purpose: row.purpose,
          email: row.email,
          user_id: row.userId,
          code_hash: row.codeHash,
          tries: 0,
          expires_at: row.expiresAt,
        })
        .execute();
      compared = 0;

      const guess = (index: number) =>
        servers[index % 2]!.challenges.check({
          purpose: 'sign_in',
          email,
          code: `GGGG-${1000 + index}`,
          secret,
        });
      const answers = await Promise.allSettled(Array.from({ length: 1000 }, (_, index) => guess(index)));
      expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
      expect(compared).toBe(5);
      await expect(issuing.check({ purpose: 'sign_in', email, code, secret })).rejects.toThrow('not valid');
      expect(compared).toBe(5);
    });
  });
}
