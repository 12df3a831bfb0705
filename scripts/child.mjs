import { spawn } from 'node:child_process';
import { root } from './setup.mjs';

/**
 * Runs a program in the foreground, forwards this process's signals to it, and returns its exit code
 * (128 + 15 if a signal ended it).
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to the environment
 * @returns {Promise<number>}
 */
export function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      clearInterval(orphanWatch);
      child.kill(signal);
    };
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    const orphanWatch = watchNpm(() => forward('SIGTERM'));
    for (const signal of signals) process.on(signal, forward);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearInterval(orphanWatch);
      for (const signal of signals) process.off(signal, forward);
      resolve(code ?? 143);
    });
  });
}

/**
 * Runs a program whose output is kept instead of shown. Resolves with its exit code and all that it printed, on either
 * stream. A signal to this process's group ends it too.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{code: number, output: string}>}
 */
export function collect(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 143, output }));
  });
}

/**
 * A signal sent to `npm start` ends npm and its shell but never arrives here. Under npm, losing the parent process
 * counts as that signal.
 * @param {() => void} onEnd
 */
function watchNpm(onEnd) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && onEnd(), 500);
}
