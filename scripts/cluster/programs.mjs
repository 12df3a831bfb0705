import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/*
 * Finds the programs that a cluster needs on this machine.
 */

/**
 * @typedef {object} Programs
 * @property {string} postgresFolder has `initdb` and `postgres`
 * @property {string} redis `valkey-server` or `redis-server`
 */

/** Folders of PostgreSQL that are not on PATH, newest version first. */
function listPostgresFolders() {
  const parents = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt', '/usr'];
  return parents.flatMap((parent) => {
    const names = existsSync(parent) ? readdirSync(parent) : [];
    return names
      .filter((name) => /^(\d+|postgresql(@\d+)?|pgsql-\d+)$/.test(name))
      .sort((one, other) => versionIn(other) - versionIn(one))
      .map((name) => join(parent, name, 'bin'));
  });
}

/** @param {string} name */
const versionIn = (name) => Number(/\d+/.exec(name)?.[0] ?? 0);

const listFolders = () => [
  ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  ...listPostgresFolders(),
  ...['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin', '/opt/homebrew/bin'],
];

/**
 * @param {string[]} folders
 * @param {string[]} names
 */
const findFolder = (folders, names) =>
  folders.find((folder) => names.every((name) => existsSync(join(folder, name))));

/**
 * @param {string[]} [folders] where to look
 * @returns {Programs | string[]} the programs, or one line per missing program
 */
export function findPrograms(folders = listFolders()) {
  const postgresFolder = findFolder(folders, ['initdb', 'postgres']);
  const redis = ['valkey-server', 'redis-server']
    .map((name) => ({ name, folder: findFolder(folders, [name]) }))
    .find(({ folder }) => folder !== undefined);
  if (postgresFolder && redis?.folder) return { postgresFolder, redis: join(redis.folder, redis.name) };
  const missing = [];
  if (!postgresFolder) {
    missing.push(
      'PostgreSQL is not installed: apt-get install postgresql (Debian, Ubuntu), dnf install postgresql-server (Fedora), brew install postgresql (macOS).',
    );
  }
  if (!redis) {
    missing.push(
      'Neither Valkey nor Redis is installed: apt-get install redis-server (Debian, Ubuntu), dnf install valkey (Fedora), brew install valkey (macOS).',
    );
  }
  return missing;
}

/**
 * The user for PostgreSQL, which refuses to run as root.
 * @returns {{uid: number, gid: number} | undefined} undefined for the current user
 */
export function findPostgresUser() {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(user?.[2] ?? 65_534), gid: Number(user?.[3] ?? 65_534) };
}

/** The parent for temporary folders, which another user must be able to enter. */
export function chooseTemporaryParent() {
  const parent = tmpdir();
  if (process.getuid?.() !== 0) return parent;
  for (let folder = parent; folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return '/tmp';
  }
  return parent;
}
