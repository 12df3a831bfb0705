import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createSqliteDatabase } from '../../../tests/support/databases.ts';
import { canMountDisk, createOwnDisk } from '../../../tests/support/own-disk.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { backUpDatabase } from './backup.ts';

it('A backup is consistent even if the server keeps writing', async () => {
  const database = await createSqliteDatabase();
  const db = await database.open();
  await migrateDatabase(db);
  await sql`create table bulk as
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 4000)
    select i, randomblob(3000) as body from n`.execute(db);
  const folder = mkdtempSync(join(tmpdir(), 'altimeter-backup-'));
  const file = join(folder, 'copy');
  let isDone = false;
  let written = 0;
  const writing = (async () => {
    // Bounded, so that a copy that restarts with each write fails the test.
    while (!isDone && written < 3000) {
      await sql`update bulk set i = i where i = 1`.execute(db);
      written += 1;
      await setImmediate();
    }
  })();
  await backUpDatabase({ dataDir: database.options.dataDir, server: undefined, file });
  isDone = true;
  await writing;
  expect(written).toBeLessThan(3000);
  const copy = new DatabaseSync(file, { readOnly: true });
  expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(copy.prepare('select count(*) as count from bulk').get()).toEqual({ count: 4000 });
  copy.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await database.remove();
  rmSync(folder, { recursive: true });
});

it.skipIf(!canMountDisk)('A backup leaves no partial file behind if the disk is full', async () => {
  const database = await createSqliteDatabase();
  await migrateDatabase(await database.open());
  const disk = createOwnDisk();
  disk.fill();
  const file = join(disk.folder, 'copy');
  const attempt = backUpDatabase({ dataDir: database.options.dataDir, server: undefined, file });
  await expect(attempt).rejects.toThrow(`${file} could not be written: `);
  expect(readdirSync(disk.folder)).toEqual(['filler']);
  disk.remove();
  await database.remove();
});
