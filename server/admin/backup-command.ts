import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#server/config/config.ts';
import { inheritedEnvironment } from '#server/config/read-config.ts';
import { backUpDatabase, type DatabaseSource } from '#server/platform/backups/backup.ts';
import { backUpToFolder } from '#server/platform/backups/backup-folder.ts';
import { type KeepRule, parseKeepRule } from '#server/platform/backups/keep-rule.ts';
import { verifyBackup } from '#server/platform/backups/verify-backup.ts';
import { StartError } from '#server/platform/start-error.ts';

/**
 * `backup FILE`, `backup FOLDER [--keep RULE]`, `backup` for the configured folder, and `backup verify FILE`, which may
 * be shortened to `verify FILE`. Returns undefined if the arguments match none of them.
 */
export async function runBackupCommand(args: readonly string[], config: Config): Promise<string | undefined> {
  const { positionals, keep: rule } = readArgs(args) ?? {};
  if (positionals === undefined) return undefined;
  const [path, file, ...more] = positionals;
  if (path === 'verify') {
    const isComplete = file !== undefined && rule === undefined && more.length === 0;
    return isComplete ? verify(file, config) : undefined;
  }
  if (file !== undefined) return undefined;
  const keep = rule === undefined ? undefined : readRule(rule);
  if (path === undefined) return backUpAsConfigured(config, keep);
  if (keep !== undefined || isFolder(path)) return addToFolder(path, keep, config);
  await backUpDatabase({ ...sourceOf(config), file: path });
  return `Copied the database to ${path}.`;
}

function readArgs(args: readonly string[]) {
  try {
    const options = { keep: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { positionals, keep: values.keep };
  } catch {
    return undefined;
  }
}

function readRule(text: string): KeepRule {
  const rule = parseKeepRule(text);
  if (rule) return rule;
  throw new StartError(
    `--keep is ${JSON.stringify(text)}; expected numbers of hours, days, weeks, months and years to keep backups for, such as 24h,7d,12m.`,
  );
}

/** Whether the path is an existing folder, or ends with a slash to ask for one. */
function isFolder(path: string): boolean {
  return /[/\\]$/.test(path) || (existsSync(path) && statSync(path).isDirectory());
}

function backUpAsConfigured(config: Config, keep: KeepRule | undefined): Promise<string> {
  const { backups } = config;
  if (!backups) throw new StartError('Name a file or a folder for the backup, or set BACKUP_DIR.');
  return addToFolder(backups.folder, keep ?? backups.keep, config);
}

async function addToFolder(path: string, keep: KeepRule | undefined, config: Config): Promise<string> {
  const folder = resolve(path);
  const { file, removed } = await backUpToFolder({
    folder,
    keep,
    source: sourceOf(config),
    now: Date.now(),
  });
  const lines = removed.map((old) => `Removed ${old}.`);
  return [`Copied the database to ${file}.`, ...lines].join('\n');
}

async function verify(file: string, config: Config): Promise<string> {
  const { tables, rows, isCompared } = await verifyBackup(file, sourceOf(config).server);
  const restored = `${file} can be restored: ${tables} tables, ${rows} rows`;
  return isCompared
    ? `${restored}, all as they were when it was made.`
    : `${restored}. There is no ${file}.sums to compare them with.`;
}

/** The configured database to back up or restore. */
export function sourceOf({ dataDir, databaseUrl }: Config): DatabaseSource {
  const server =
    databaseUrl === undefined ? undefined : { url: databaseUrl, environment: inheritedEnvironment() };
  return { dataDir, server };
}
