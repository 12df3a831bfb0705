import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { backUpDatabase, type DatabaseSource, sumsFileOf } from './backup.ts';
import { chooseKept, type KeepRule } from './keep-rule.ts';
import { makeBackupFolder } from './make-backup-folder.ts';

/** The written backup, and the older ones removed after it. */
export interface FolderBackup {
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  readonly removed: readonly string[];
}

/** Adds a backup named after the instant to a folder, then removes those that the rule doesn't keep. */
export async function backUpToFolder(options: {
  readonly folder: string;
  /** Undefined if nothing is removed. */
  readonly keep: KeepRule | undefined;
  readonly source: DatabaseSource;
  readonly now: Instant;
}): Promise<FolderBackup> {
  const { folder, keep, source, now } = options;
  makeBackupFolder(folder);
  const file = join(folder, nameBackup(now, source.server !== undefined));
  await backUpDatabase({ ...source, file });
  const { size } = statSync(file);
  removeUnfinished(folder);
  return { file, size, removed: keep === undefined ? [] : removeOld(folder, keep, now) };
}

const pattern = /^altimeter-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z\.(?:db|dump)$/;

/** The name of the file in its folder. */
export function nameBackup(now: Instant, isPostgres: boolean): string {
  return `altimeter-${new Date(now).toISOString().replaceAll(':', '-')}.${isPostgres ? 'dump' : 'db'}`;
}

/** Undefined if it is not the name of a backup. */
function readInstant(name: string): Instant | undefined {
  const [, day, hour, minute, second] = pattern.exec(name) ?? [];
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/**
 * Removes backups the rule doesn't keep, except the one just written. Files with other names are ignored. Returns the
 * removed paths.
 */
function removeOld(folder: string, keep: KeepRule, writtenAt: Instant): string[] {
  const backups = readdirSync(folder).flatMap((name) => {
    const at = readInstant(name);
    return at === undefined ? [] : [{ name, at }];
  });
  const kept = chooseKept(
    backups.map(({ at }) => at),
    keep,
  );
  const old = backups
    .filter(({ at }) => at !== writtenAt && !kept.has(at))
    .map(({ name }) => join(folder, name));
  for (const file of old) {
    rmSync(file, { force: true });
    rmSync(sumsFileOf(file), { force: true });
  }
  return old;
}

const unfinished = /^(altimeter-[\dT.-]+Z\.(?:db|dump))(?:\.sums|(?:\.\d+)?\.partial(?:-journal|\.sums)?)$/;
/** No backup takes longer. */
const unfinishedAfter: Milliseconds = 24 * 60 * 60_000;

/** Removes files left behind by a killed process. */
function removeUnfinished(folder: string): void {
  const names = new Set(readdirSync(folder));
  for (const name of names) {
    const backup = unfinished.exec(name)?.[1];
    if (backup === undefined || (name === sumsFileOf(backup) && names.has(backup))) continue;
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > unfinishedAfter) rmSync(join(folder, name), { force: true });
  }
}
