import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const migrations = 'server/platform/database/migrations';
const maxCommits = '300';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/**
 * The version that the present one has to run beside: OLD_VERSION, else the last one with other migrations.
 * Undefined where there is no history, as in an unpacked archive.
 */
export function findOldVersion(): string | undefined {
  if (process.env.OLD_VERSION) return process.env.OLD_VERSION;
  try {
    const present = git('rev-parse', `HEAD:${migrations}`);
    const commits = git('log', '--first-parent', '--format=%H', '-n', maxCommits).split('\n');
    return commits.find((commit) => treeOf(commit) !== present);
  } catch {
    return undefined;
  }
}

/** Undefined: there are none, because of a shallow clone. */
function treeOf(commit: string): string | undefined {
  try {
    return git('rev-parse', `${commit}:${migrations}`);
  } catch {
    return undefined;
  }
}

/** The sources of another version, with the packages and the pages of this one: it is there for its calls. */
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
