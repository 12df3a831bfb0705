import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stopProgram } from './process.mjs';

/** @typedef {import('./process.mjs').Running} Running */

/**
 * Tracks every program of a cluster, so that none outlives it: neither one that was just starting when the cluster ended,
 * nor any if this process is killed. In that case a second process, the janitor, ends them.
 * @param {string} folder the cluster's; removed at the end
 */
export function createProgramList(folder) {
  const janitor = spawn(process.execPath, [join(import.meta.dirname, 'janitor.mjs')], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  janitor.on('error', () => undefined);
  janitor.stdin.on('error', () => undefined);
  janitor.unref();
  /** @param {string} line */
  const send = (line) => void janitor.stdin.write(`${line}\n`);
  send(`folder ${folder}`);

  /** @type {Set<Running>} */
  const programs = new Set();
  let isEnding = false;
  return {
    /** @param {Running} program */
    track(program) {
      programs.add(program);
      send(`+${program.pid}`);
      program.ended.then(() => {
        programs.delete(program);
        send(`-${program.pid}`);
      });
      if (isEnding) program.kill('SIGTERM');
    },
    /** Ends all running programs and removes the folder. */
    async end() {
      isEnding = true;
      await Promise.all([...programs].map((program) => stopProgram(program, [['SIGTERM', 5000]])));
      rmSync(folder, { recursive: true, force: true });
      janitor.stdin.end('done\n');
    },
  };
}
