import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, it } from 'vitest';
import type { Coin } from '#contract/market.ts';
import { testDatabases } from '../support/databases.ts';
import { ConfirmedWrites, type Send } from './confirmed-writes.ts';
import { type KillableServer, startKillableServer } from './killable-server.ts';

/** A start costs seconds, so `npm test` has four kills in total, and `npm run test:crash` fifty on each database. */
const killsPerDatabase = Number(process.env.KILL_ROUNDS || 2);
const writers = 4;
const maxAnswersBeforeKill = 40;
const maxMsBeforeKill = 20;

/** Calls the current server as one user. Throws if the server dies before it has answered. */
function sendTo(server: KillableServer, token?: string): Send {
  return async (method, path, body) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };
}

/** Writes from several clients concurrently, and kills the server at a random moment. */
async function killWhileWriting(server: KillableServer, writes: ConfirmedWrites, send: Send): Promise<void> {
  let isKilled = false;
  let answersLeft = randomInt(maxAnswersBeforeKill);
  const isDue = Promise.withResolvers<void>();
  async function write() {
    while (true) {
      try {
        await writes.writeOnce(send);
      } catch (error) {
        if (isKilled) return;
        isDue.reject(error);
        return;
      }
      answersLeft -= 1;
      if (answersLeft <= 0) isDue.resolve();
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, write));
  await isDue.promise;
  await wait(randomInt(maxMsBeforeKill));
  isKilled = true;
  await server.kill();
  await writing;
}

describe(`A server that is killed ${killsPerDatabase} times while people write`, () => {
  for (const { name, isAvailable, create } of testDatabases) {
    it.skipIf(!isAvailable)(
      `restarts each time with everything it had confirmed, on ${name}`,
      { timeout: 120_000 + killsPerDatabase * 30_000 },
      async ({ expect }) => {
        const server = await startKillableServer(create);
        const person = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Killed' };
        const { token } = (await sendTo(server)('POST', '/api/auth/signup', person)).body as {
          token: string;
        };
        const db = await server.database.open();
        await db.updateTable('users').set({ tier: 'premium' }).execute();
        const coins = (await sendTo(server)('GET', '/api/cryptocurrencies?per_page=250')).body as Coin[];
        const batches = await sendTo(server, token)('POST', '/api/portfolios', { name: 'Batches' });
        const writes = new ConfirmedWrites(
          coins.map(({ id }) => id),
          (batches.body as { id: string }).id,
        );

        for (let kills = 0; kills < killsPerDatabase; kills += 1) {
          await killWhileWriting(server, writes, sendTo(server, token));
          await server.restart();
          expect(await writes.findDifferences(sendTo(server, token))).toEqual([]);
        }
        // With fewer writes, the test would prove nothing.
        expect(writes.answered).toBeGreaterThan(killsPerDatabase);
      },
    );
  }
});
