import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { createHashes, type Hashes } from '../hashes.ts';
import { createChallengeStore } from './challenge-store.ts';
import { createCodeService } from './code-service.ts';
import { createCodeStore } from './code-store.ts';

const clock = { now: () => 1_800_000_000_000 };
const email = 'ada@example.com';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the code of a challenge on ${name}`, () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await create();
    });
    afterEach(() => database.remove());

    it('is compared with at most five of a thousand parallel guesses on two servers', async () => {
      let compared = 0;
      const hashes = createHashes('a secret of this test and of no other');
      // A typed code is hashed only for comparison, so this counts comparisons.
      const counting: Hashes = {
        ...hashes,
        isCode: (...args) => {
          compared += 1;
          return hashes.isCode(...args);
        },
      };
      const first = await database.open();
      await migrateDatabase(first);
      const servers = [first, await database.open()].map((db) => ({
        db,
        codes: createCodeService({
          store: createCodeStore(db, clock),
          challenges: createChallengeStore(db, clock),
          db,
          hashes: counting,
          clock,
        }),
      }));
      const [{ db, codes }] = servers as [(typeof servers)[0]];
      const mail = { isAllowed: true, retryAfterMs: 0 };
      const request = { purpose: 'sign_in', email, audience: 'stranger', userId: null, mail } as const;
      const requested = await transact(db, (tx) => codes.request(tx, { ...request, secret: undefined }));
      const { secret, code } = requested as { secret: string; code: string };
      compared = 0;

      const guess = (index: number) =>
        servers[index % 2]!.codes.check({
          purpose: 'sign_in',
          email,
          code: `GGGG-${1000 + index}`,
          secret,
        });
      const answers = await Promise.allSettled(Array.from({ length: 1000 }, (_, index) => guess(index)));
      expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
      expect(compared).toBe(5);
      await expect(codes.check({ purpose: 'sign_in', email, code, secret })).rejects.toThrow('not valid');
      expect(compared).toBe(5);
    });
  });
}
