import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { sqliteDialect } from './sqlite-dialect.ts';

const megabyte = 1024 * 1024;

it('Large transactions that follow each other closely do not make the log longer and longer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'long-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'a.db');
  const db = new Kysely<unknown>({ dialect: sqliteDialect(path, undefined, 40 * megabyte) });
  onTestFinished(() => db.destroy());
  await sql`create table pieces (piece blob)`.execute(db);
  let longest = 0;
  const add = async () => {
    await db.transaction().execute(async (tx) => {
      for (let number = 0; number < 20; number += 1)
        await sql`insert into pieces values (zeroblob(${sql.lit(megabyte)}))`.execute(tx);
    });
    longest = Math.max(longest, statSync(`${path}-wal`).size);
  };
  // Each begins as soon as the one before it has ended.
  await Promise.all(Array.from({ length: 8 }, add));
  expect(longest).toBeLessThan(80 * megabyte);
  const { rows } = await sql<{ count: number }>`select count(*) as count from pieces`.execute(db);
  expect(rows).toEqual([{ count: 160 }]);
}, 40_000);
