import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const migrations = 'server/platform/database/migrations';
const maxCommits = '300';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** A migration's file, not its test or the list of migrations. */
const migrationFile = /^\d{4}-[^.]+\.ts$/;

/**
 * The commit of the version that the current one must be able to run next to: OLD_VERSION, or else the last one that
 * lacks some of its migrations and has no others. Undefined without history, as in an unpacked archive.
 */
export function findOldVersion(): string | undefined {
  if (process.env.OLD_VERSION) return process.env.OLD_VERSION;
  try {
    const present = new Set(listMigrations('HEAD'));
    const commits = git('log', '--first-parent', '--format=%H', '-n', maxCommits).split('\n');
    return commits.find((commit) => {
      const own = listMigrations(commit);
      return own.length > 0 && own.length < present.size && own.every((name) => present.has(name));
    });
  } catch {
    return undefined;
  }
}

/** The names of a commit's migrations. Empty if the commit is missing because of a shallow clone. */
function listMigrations(commit: string): string[] {
  try {
    return git('ls-tree', '--name-only', `${commit}:${migrations}`)
      .split('\n')
      .filter((name) => migrationFile.test(name));
  } catch {
    return [];
  }
}

/** Unpacks the sources of another version. It uses this version's packages and pages, as only its API is tested. */
export function unpackVersion(commit: string): { tree: string; takesRedis: boolean; remove(): void } {
  const tree = mkdtempSync(join(tmpdir(), 'altimeter-old-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 512 * 1024 * 1024 });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(tree, name));
  return {
    tree,
    takesRedis: existsSync(join(tree, 'server/platform/redis')),
    remove: () => rmSync(tree, { recursive: true, force: true }),
  };
}
