import { setTimeout as wait } from 'node:timers/promises';
import { describe, it } from 'vitest';
import type { Import } from '#contract/ledger/imports.ts';
import type { TransactionPage } from '#contract/ledger/transaction.ts';
import { testDatabases } from '../support/databases.ts';
import { isLongRun } from '../support/is-long-run.ts';
import { type KillableServer, startKillableServer } from './killable-server.ts';

const rowCount = 3_000;
/** Kills this many milliseconds after the start of an `apply`: within, before and after its transaction. */
const killsAfterMs = isLongRun ? [60, 0, 250] : [60];

const columns =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';

/** Makes files without a row in common. */
function makeFile(number: number): string {
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const at = new Date(Date.UTC(2020 + number, 0, 1) + row * 60_000);
    return `${at.toISOString().slice(0, 19).replace('T', ' ')},Buy,BTC,${row + 1},,,USD,10,10,crypto_purchase`;
  });
  return [columns, ...rows].join('\n');
}

async function ask<T>(
  server: KillableServer,
  token: string | null,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const isForm = body instanceof FormData;
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!answer.ok)
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

describe('A server that is killed while an import is applied', () => {
  for (const { name, isAvailable, create } of testDatabases) {
    it.skipIf(!isAvailable)(
      `has applied all of it or nothing, and gives the same answer on retry, on ${name}`,
      { timeout: 240_000 },
      async ({ expect }) => {
        const server = await startKillableServer(create);
        const person = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Killed' };
        const { token } = await ask<{ token: string }>(server, null, 'POST', '/api/auth/signup', person);
        const [main] = await ask<{ id: string }[]>(server, token, 'GET', '/api/portfolios');
        const count = async () =>
          (
            await ask<TransactionPage>(
              server,
              token,
              'GET',
              `/api/portfolios/${main!.id}/transactions?limit=1`,
            )
          ).total;

        for (const [number, killAfterMs] of killsAfterMs.entries()) {
          const form = new FormData();
          form.append('file', new Blob([makeFile(number)]), 'app.csv');
          const path = `/api/portfolios/${main!.id}/imports`;
          const { id } = await ask<Import>(server, token, 'POST', path, form);
          const find = () => ask<Import>(server, token, 'GET', `/api/imports/${id}`);
          // On a busy machine the upload may be answered before the file has been read.
          await expect.poll(async () => (await find()).state, { timeout: 60_000 }).not.toBe('reading');
          expect(await find()).toMatchObject({ state: 'ready', transactions: { new: rowCount } });
          const before = await count();
          const applying = ask(server, token, 'POST', `/api/imports/${id}/apply`).catch(() => null);
          await wait(killAfterMs);
          await server.kill();
          await applying;
          await server.restart();
          expect([before, before + rowCount]).toContain(await count());
          const again = await ask(server, token, 'POST', `/api/imports/${id}/apply`);
          expect(again).toEqual({ added: rowCount, known: 0 });
          expect(await count()).toBe(before + rowCount);
        }
      },
    );
  }
});
