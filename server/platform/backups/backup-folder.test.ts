import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';
import { canMountDisk, createOwnDisk } from '../../../tests/support/own-disk.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { StartError } from '../start-error.ts';
import { backUpToFolder } from './backup-folder.ts';
import { parseKeepRule } from './keep-rule.ts';

describe('the folder of backups', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createSqliteDatabase();
    await migrateDatabase(await database.open());
    folder = mkdtempSync(join(tmpdir(), 'altimeter-backups-'));
  });
  afterEach(async () => {
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const backUp = (time: string, rule?: string, into = folder) =>
    backUpToFolder({
      folder: into,
      keep: rule === undefined ? undefined : parseKeepRule(rule),
      source: { dataDir: database.options.dataDir, server: undefined },
      now: Date.parse(`${time}Z`),
    });

  it('gets files named after their instant, and keeps those selected by the rule', async () => {
    for (const time of ['2026-11-22T10:10', '2026-11-22T10:50', '2026-11-22T11:00']) await backUp(time);
    expect(readdirSync(folder)).toHaveLength(6);
    const { file, removed, size } = await backUp('2026-11-22T11:30:01.250', '2h');
    expect(file).toBe(join(folder, 'altimeter-2026-11-22T11-30-01.250Z.db'));
    expect(size).toBeGreaterThan(100_000);
    expect(removed).toHaveLength(2);
    expect(readdirSync(folder).sort()).toEqual([
      'altimeter-2026-11-22T10-50-00.000Z.db',
      'altimeter-2026-11-22T10-50-00.000Z.db.sums',
      'altimeter-2026-11-22T11-30-01.250Z.db',
      'altimeter-2026-11-22T11-30-01.250Z.db.sums',
    ]);
  });

  it('keeps the file just written even if the clock was set back, and unrelated files', async () => {
    await backUp('2026-11-22T10:10');
    writeFileSync(join(folder, 'notes.txt'), 'ours');
    await backUp('2025-01-01T00:00', '1h');
    expect(readdirSync(folder).filter((name) => !name.endsWith('.sums'))).toEqual([
      'altimeter-2025-01-01T00-00-00.000Z.db',
      'altimeter-2026-11-22T10-10-00.000Z.db',
      'notes.txt',
    ]);
  });

  it('removes unfinished files of killed processes after a day', async () => {
    const left = [
      'altimeter-2026-11-22T10-10-00.000Z.dump.7.partial',
      'altimeter-2026-11-22T10-10-00.000Z.dump.7.partial.sums',
      'altimeter-2026-11-22T10-20-00.000Z.db.sums',
    ];
    const recent = 'altimeter-2026-11-22T10-30-00.000Z.db.8.partial';
    for (const name of [...left, recent]) writeFileSync(join(folder, name), '');
    for (const name of left) utimesSync(join(folder, name), 0, 0);
    await backUp('2026-11-22T11:00');
    const names = readdirSync(folder);
    expect(names).toContain(recent);
    for (const name of left) expect(names).not.toContain(name);
  });

  it('is named in the message if it cannot be created', async () => {
    const file = join(folder, 'a file');
    writeFileSync(file, '');
    const attempt = backUp('2026-11-22T11:00', '1h', join(file, 'below'));
    await expect(attempt).rejects.toThrow(
      `Backups cannot be written to the folder ${join(file, 'below')} (ENOTDIR).`,
    );
    await expect(attempt).rejects.toBeInstanceOf(StartError);
  });

  it.skipIf(!canMountDisk)('keeps its old backups, and no partial one, if the disk is full', async () => {
    const disk = createOwnDisk();
    const { file } = await backUp('2026-11-22T10:00', '1h', disk.folder);
    disk.fill();
    await expect(backUp('2026-11-22T11:00', '1h', disk.folder)).rejects.toThrow('could not be written: ');
    expect(readdirSync(disk.folder).sort()).toEqual(
      [file, `${file}.sums`].map((path) => path.slice(disk.folder.length + 1)).concat('filler'),
    );
    disk.remove();
  });
});
