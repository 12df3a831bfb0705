import { spawn } from 'node:child_process';
import { root } from './setup.mjs';

/**
 * Runs a program in the foreground, hands it the signals this process gets, and gives its exit code
 * (128 + 15 where a signal ended it).
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to the environment
 * @returns {Promise<number>}
 */
export function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => child.kill(signal);
    // A terminal sends SIGINT to the whole group already; it is forwarded for those who signal one process.
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    for (const signal of signals) process.on(signal, forward);
    child.once('error', reject);
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve(code ?? 143);
    });
  });
}
