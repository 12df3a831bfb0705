import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restrictDataDir } from './data-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { openDatabase } from './database.ts';
import { migrateDatabase } from './migrate-database.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'altimeter-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const refusal = () =>
  `Another server or a restore is running on DATA_DIR ${dataDir}: stop it first, or set another DATA_DIR.`;

/** Starts a process that holds the lock. */
async function startHolder() {
  const program = `
    import { lockDataDir } from '#server/platform/database/data-dir-lock.ts';
    globalThis.held = lockDataDir(${JSON.stringify(dataDir)});
    console.log('locked');
    setInterval(() => undefined, 1e6);`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  await once(holder.stdout, 'data');
  return holder;
}

describe('the lock of a data directory', () => {
  it('is refused to another process until its holder is killed', async () => {
    const holder = await startHolder();
    expect(() => lockDataDir(dataDir)).toThrow(refusal());
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    lockDataDir(dataDir).release();
  });

  it('is refused within the process too, until it is released', () => {
    const lock = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(refusal());
    lock.release();
    lockDataDir(dataDir).release();
  });

  it('is kept when files of the folder are opened and closed', async () => {
    const lock = lockDataDir(dataDir);
    restrictDataDir(dataDir);
    const db = await openDatabase({ dataDir, databaseUrl: undefined, logger: { warn: () => undefined } });
    await db.destroy();
    const program = `
      import { lockDataDir } from '#server/platform/database/data-dir-lock.ts';
      lockDataDir(${JSON.stringify(dataDir)});`;
    const attempt = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    await expect(attempt).rejects.toThrow(refusal());
    lock.release();
  });
});

describe('the files of a data directory', () => {
  /** The mode of everything in the folder. */
  const modes = () =>
    Object.fromEntries(
      readdirSync(dataDir).map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]),
    );

  it('are readable only by their owner, whatever the mode of the folder', async () => {
    chmodSync(dataDir, 0o777);
    const lock = lockDataDir(dataDir);
    const db = await openDatabase({ dataDir, databaseUrl: undefined, logger: { warn: () => undefined } });
    await migrateDatabase(db);
    expect(modes()).toEqual({
      'altimeter.db': '600',
      'altimeter.db-wal': '600',
      'altimeter.db-shm': '600',
      'server.lock': '600',
    });
    await db.destroy();
    lock.release();
  });

  it('become private if an earlier version made them readable by others', async () => {
    const made = ['altimeter.db', 'altimeter.db-wal', 'token-secret', 'server.lock', 'notes.txt'];
    for (const name of made) writeFileSync(join(dataDir, name), '', { mode: 0o644 });
    mkdirSync(join(dataDir, 'images'), { mode: 0o755 });
    lockDataDir(dataDir).release();
    expect(modes()).toEqual({
      'altimeter.db': '600',
      'altimeter.db-wal': '600',
      'token-secret': '600',
      'server.lock': '600',
      images: '700',
      // Not ours: the folder may contain other files.
      'notes.txt': '644',
    });
  });
});
