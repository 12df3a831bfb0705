import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

/*
 * Outlives a killed cluster, then ends its programs and removes its folder. It learns of them on its standard input:
 * `+PID`, `-PID`, `folder PATH`; `done` once nothing is left to do.
 */

/** @type {Set<number>} */
const pids = new Set();
let folder = '';

/** @param {NodeJS.Signals | 0} signal */
function signalAll(signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      pids.delete(pid);
    }
  }
}

process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('SIGHUP', () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'done') process.exit(0);
  if (line.startsWith('folder ')) folder = line.slice('folder '.length);
  else if (line.startsWith('+')) pids.add(Number(line.slice(1)));
  else if (line.startsWith('-')) pids.delete(Number(line.slice(1)));
}

signalAll('SIGTERM');
for (let waited = 0; waited < 8000 && pids.size > 0; waited += 100) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  signalAll(0);
}
signalAll('SIGKILL');
if (folder) rmSync(folder, { recursive: true, force: true });
