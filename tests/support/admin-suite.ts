import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { runAdmin } from '#server/admin/run-admin.ts';
import { loadConfig } from '#server/config/read-config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { addUser } from './accounts/users.ts';
import type { TestDatabase } from './databases.ts';

const program = join(import.meta.dirname, '../../server/admin.ts');

/** The result of a command of the operator's tool. */
export interface AdminResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Gives each test of the surrounding `describe` a migrated database, a folder, and the operator's tool on that
 * database. The tool runs in this process, because a new one takes a second to start.
 */
export function useAdmin(create: () => Promise<TestDatabase>) {
  let database: TestDatabase;
  let db: Database;
  let folder: string;
  beforeEach(async () => {
    database = await create();
    db = await database.open();
    await migrateDatabase(db);
    folder = mkdtempSync(join(tmpdir(), 'altimeter-admin-'));
  });
  afterEach(async () => {
    await database.remove();
    rmSync(folder, { recursive: true });
  });

  /** The environment with this test's database. */
  function environment(): Record<string, string> {
    const { dataDir, databaseUrl = '' } = database.options;
    return { DATA_DIR: databaseUrl ? folder : dataDir, DATABASE_URL: databaseUrl };
  }

  async function run(args: readonly string[], env: Record<string, string>): Promise<AdminResult> {
    const printed = { stdout: '', stderr: '' };
    const to = (name: keyof typeof printed) => ({
      write: (text: string) => {
        printed[name] += text;
      },
    });
    const streams = { stdout: to('stdout'), stderr: to('stderr') };
    const code = await runAdmin(args, () => loadConfig(env), streams);
    return { code, ...printed };
  }

  /** Runs the tool as a separate process, in the test's folder. */
  function runProcess(args: readonly string[], env: Record<string, string>): Promise<AdminResult> {
    const { PATH = '' } = process.env;
    return new Promise((resolve) => {
      const options = { cwd: folder, env: { PATH, ...env } };
      execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      });
    });
  }

  return {
    get database() {
      return database;
    },
    get db() {
      return db;
    },
    get folder() {
      return folder;
    },
    environment,
    admin: (...args: string[]) => run(args, environment()),
    run,
    runProcess,
    /** Adds an account with an address. Returns its id. */
    async addAccount(email: string, isVerified = true): Promise<string> {
      const id = await addUser(db);
      const proof = isVerified ? { proved_email: email } : { proved_email: null, verified_at: null };
      await db
        .updateTable('users')
        .set({ email, ...proof })
        .where('id', '=', id)
        .execute();
      return id;
    },
    async tierOf(id: string): Promise<string | undefined> {
      return (await db.selectFrom('users').select('tier').where('id', '=', id).executeTakeFirst())?.tier;
    },
  };
}
