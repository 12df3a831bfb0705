import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { backUpDatabase } from '#server/platform/backups/backup.ts';
import { lockDataDir } from '#server/platform/database/data-dir-lock.ts';
import { useAdmin } from '../../tests/support/admin-suite.ts';
import { testDatabases } from '../../tests/support/databases.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the operator's backups on ${name}`, () => {
    const suite = useAdmin(create);
    const { admin, addAccount, tierOf } = suite;

    async function listDatabases(): Promise<unknown[]> {
      if (name === 'SQLite') return [];
      const { rows } = await sql<{ datname: string }>`
        select datname from pg_database where datname like 'altimeter\\_verify%'`.execute(suite.db);
      return rows;
    }

    it('copies the database and restores it', async () => {
      const kept = await addAccount('kept@example.com');
      const file = join(suite.folder, 'copy');
      expect(await admin('backup', file)).toMatchObject({ code: 0, stderr: '' });
      await suite.db.deleteFrom('users').execute();
      const later = await addAccount('later@example.com');
      expect(await admin('restore', file)).toMatchObject({ code: 0, stderr: '' });
      const after = await suite.database.open();
      const users = await after.selectFrom('users').select(['id', 'email']).execute();
      expect(users).toEqual([{ id: kept, email: 'kept@example.com' }]);
      expect(users).not.toContainEqual({ id: later });
      await after.insertInto('leases').values({ name: 'a', holder: 'b', expires_at: 1 }).execute();
    });

    it('never overwrites a file, and writes files that only the operator can read', async () => {
      const file = join(suite.folder, 'copy');
      await admin('backup', file);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await admin('backup', file)).toMatchObject({
        code: 1,
        stderr: `${file} already exists. Name a new file.\n`,
      });
    });

    it('adds backups to a folder and removes old ones according to the rule', async () => {
      const backups = join(suite.folder, 'backups');
      const old = ['2025-11-20T10-00-00.000Z', '2025-11-20T10-30-00.000Z'].map((at) => `altimeter-${at}.db`);
      mkdirSync(backups);
      for (const file of old) writeFileSync(join(backups, file), '');
      expect(await admin('backup', backups)).toMatchObject({ code: 0, stderr: '' });
      expect(readdirSync(backups)).toHaveLength(4);
      const { code, stdout } = await admin('backup', backups, '--keep', '2h,3d');
      expect(code).toBe(0);
      expect(stdout).toContain(`Removed ${join(backups, old[0]!)}.\n`);
      expect(readdirSync(backups)).toContain(old[1]);
      const [, made = ''] = /^Copied the database to (.+)\.\n/.exec(stdout) ?? [];
      expect(await admin('backup', 'verify', made)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/can be restored: \d+ tables, \d+ rows, all as they were/),
      });
      expect((await admin('backup', backups, '--keep', 'all')).stderr).toMatch(/^--keep is "all"; expected/);
      expect((await admin('backup')).stderr).toBe(
        'Name a file or a folder for the backup, or set BACKUP_DIR.\n',
      );
    });

    it('verifies a backup against the tables at the time, and leaves nothing behind', async () => {
      const id = await addAccount('ada@example.com');
      const file = join(suite.folder, 'copy');
      await admin('backup', file);
      const databases = await listDatabases();
      await suite.db.updateTable('users').set({ tier: 'pro' }).where('id', '=', id).execute();
      await admin('backup', join(suite.folder, 'later'));
      expect((await admin('verify', file)).stdout).toContain('all as they were when it was made.');
      // As if a row had changed in transit.
      copyFileSync(join(suite.folder, 'later.sums'), `${file}.sums`);
      expect(await admin('backup', 'verify', file)).toMatchObject({
        code: 1,
        stderr: `${file} is not what was backed up: table users has rows with other contents.\n`,
      });
      rmSync(`${file}.sums`);
      expect((await admin('verify', file)).stdout).toContain(
        `There is no ${file}.sums to compare them with.`,
      );
      expect(await tierOf(id)).toBe('pro');
      expect(await listDatabases()).toEqual(databases);
    });

    it('rejects a damaged or missing backup', async () => {
      await addAccount('ada@example.com');
      const file = join(suite.folder, 'copy');
      await admin('backup', file);
      const bytes = readFileSync(file);
      bytes.fill(0xff, Math.floor(bytes.length / 3));
      writeFileSync(file, bytes);
      const damaged = await admin('verify', file);
      expect([damaged.code, damaged.stderr.trim().split('\n').length]).toEqual([1, 1]);
      expect((await admin('verify', join(suite.folder, 'missing'))).stderr).toMatch(
        /cannot be read \(ENOENT\)\.\n$/,
      );
    });

    it.skipIf(name === 'SQLite')('names the program that is missing', async () => {
      const file = join(suite.folder, 'copy');
      const { databaseUrl = '' } = suite.database.options;
      const { code, stderr } = await suite.runProcess(['backup', file], {
        DATABASE_URL: databaseUrl,
        PATH: suite.folder,
      });
      expect([code, stderr]).toEqual([
        1,
        "pg_dump cannot be run; it comes with PostgreSQL's client programs.\n",
      ]);
      expect(readdirSync(suite.folder)).toEqual([]);
    });

    it('leaves no file behind if there is nothing to copy', async () => {
      const file = join(suite.folder, 'copy');
      const nowhere = suite.database.options.databaseUrl ? 'postgres://127.0.0.1:1/none' : '';
      const { code, stderr } = await suite.run(['backup', file], {
        DATA_DIR: join(suite.folder, 'empty'),
        DATABASE_URL: nowhere,
      });
      expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
      expect(existsSync(file)).toBe(false);
    });

    it('replaces the database of a newer version with an older backup', async () => {
      await addAccount('kept@example.com');
      const file = join(suite.folder, 'copy');
      await admin('backup', file);
      await sql`insert into kysely_migration (name, timestamp) values ('9001-future', '2099-01-01')`.execute(
        suite.db,
      );
      expect((await admin('user', 'list')).code).toBe(1);
      expect(await admin('restore', file)).toMatchObject({ code: 0, stderr: '' });
      expect((await admin('user', 'list')).stdout).toContain('kept@example.com');
    });

    it.skipIf(name === 'PostgreSQL')(
      'puts a backup in place of a damaged database, and keeps the damaged file',
      async () => {
        await addAccount('kept@example.com');
        const file = join(suite.folder, 'copy');
        await admin('backup', file);
        const dataDir = join(suite.folder, 'data');
        mkdirSync(dataDir);
        const path = join(dataDir, 'altimeter.db');
        writeFileSync(path, 'x'.repeat(10_000));
        const env = { DATA_DIR: dataDir };
        expect((await suite.run(['user', 'list'], env)).code).toBe(1);
        expect((await suite.run(['restore', file], env)).stdout).toContain(`kept as ${path}.damaged.`);
        expect((await suite.run(['user', 'list'], env)).stdout).toContain('kept@example.com');
        expect(readFileSync(`${path}.damaged`, 'utf8')).toHaveLength(10_000);
        const modes = [path, `${path}.damaged`].map((made) => statSync(made).mode & 0o777);
        expect(modes).toEqual([0o600, 0o600]);
      },
    );

    it('refuses a backup of a newer version, and leaves the database unchanged', async () => {
      const file = join(suite.folder, 'copy');
      // As a newer version would have written it.
      await sql`insert into kysely_migration (name, timestamp) values ('9001-future', '2099-01-01')`.execute(
        suite.db,
      );
      const { dataDir, databaseUrl } = suite.database.options;
      const server = databaseUrl === undefined ? undefined : { url: databaseUrl, environment: process.env };
      await backUpDatabase({ dataDir, server, file });
      await sql`delete from kysely_migration where name = '9001-future'`.execute(suite.db);
      const id = await addAccount('ada@example.com');
      const { code, stderr } = await admin('restore', file);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/made by a newer version.*"9001-future"/)]);
      expect(await tierOf(id)).toBe('free');
    });

    it('does not restore while a server runs on the folder, but copies', async () => {
      const id = await addAccount('ada@example.com');
      const { dataDir, databaseUrl } = suite.database.options;
      const lockedDir = databaseUrl ? suite.folder : dataDir;
      const lock = lockDataDir(lockedDir);
      const file = join(suite.folder, 'copy');
      expect(await admin('backup', file)).toMatchObject({ code: 0, stderr: '' });
      await suite.db.updateTable('users').set({ tier: 'pro' }).execute();
      expect(await admin('restore', file)).toMatchObject({
        code: 1,
        stderr: `Another server or a restore is running on DATA_DIR ${lockedDir}: stop it first, or set another DATA_DIR.\n`,
      });
      expect(await tierOf(id)).toBe('pro');
      lock.release();
      expect((await admin('restore', file)).code).toBe(0);
      expect((await admin('user', 'list')).stdout).toContain('ada@example.com\tfree');
    });

    it('refuses a damaged backup', async () => {
      const id = await addAccount('ada@example.com');
      const file = join(suite.folder, 'copy');
      await admin('backup', file);
      const bytes = readFileSync(file);
      // Not at the beginning, which identifies the format.
      bytes.fill(0xff, Math.floor(bytes.length / 3));
      writeFileSync(file, bytes);
      await suite.db.updateTable('users').set({ tier: 'pro' }).execute();
      const { code, stderr } = await admin('restore', file);
      expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
      expect(await tierOf(id)).toBe('pro');
    });

    it('refuses a file that is not a backup', async () => {
      const id = await addAccount('ada@example.com');
      const file = join(suite.folder, 'text');
      writeFileSync(file, 'just a text');
      const { code, stderr } = await admin('restore', file);
      expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
      expect((await admin('restore', join(suite.folder, 'missing'))).code).toBe(1);
      expect(await tierOf(id)).toBe('free');
    });
  });
}
