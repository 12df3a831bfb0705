import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * The first step of every command. Runs on any Node from 20, before anything is installed: only `node:` imports, here
 * and in what other scripts import before calling `setUp`.
 */

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The first Node version that runs TypeScript directly and has `node:sqlite` without a flag. */
const wantedMajor = 24;

/**
 * Installs the packages of package-lock.json if they are missing, and finds the Node to run on.
 * Ends the process with a one-line message if either fails.
 * @returns {string} path of a Node executable, version 24 or later
 */
export function setUp() {
  if (!isInstalled()) install();
  const node = findNode();
  if (node) return node;
  return stop(
    `Altimeter needs Node ${wantedMajor}; there is no packaged one for ${process.platform}-${process.arch} and this is ${process.version}. Install Node ${wantedMajor} and try again.`,
  );
}

/**
 * Whether node_modules matches package-lock.json. npm writes node_modules/.package-lock.json last, so an interrupted
 * install does not count.
 * @returns {boolean}
 */
function isInstalled() {
  const treeFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(treeFile)) return false;
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(readFileSync(treeFile, 'utf8')).packages;
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '') return true;
      const installed = present[path];
      // Packages for other platforms are optional and may be absent.
      if (!installed) return entry.optional === true;
      return installed.version === entry.version && installed.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
}

function install() {
  console.log('Installing dependencies…');
  const quiet = ['--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm(['ci', ...quiet])) return;
  // `npm ci` first removes node_modules, which fails if a file in it is in use (Windows).
  if (npm(['install', ...quiet])) return;
  stop("The dependencies could not be installed: see npm's error above.");
}

/**
 * @param {string[]} args
 * @returns {boolean} whether npm succeeded
 */
function npm(args) {
  const script = process.env.npm_execpath;
  const options = /** @type {const} */ ({ cwd: root, stdio: 'inherit' });
  const result = script
    ? spawnSync(process.execPath, [script, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  return result.status === 0;
}

/** @returns {string | undefined} */
function findNode() {
  const major = Number(process.versions.node.split('.')[0]);
  const packaged = packagedNode();
  if (packaged && spawnSync(packaged, ['--version']).status === 0) return packaged;
  return major >= wantedMajor ? process.execPath : undefined;
}

/** @returns {string | undefined} */
function packagedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(manifest, '..', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
}

/**
 * @param {string} message
 * @returns {never}
 */
export function stop(message) {
  console.error(message);
  process.exit(1);
}
