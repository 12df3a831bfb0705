import { readdirSync } from 'node:fs';
import { platform, setPriority } from 'node:os';

/** From −20 to 19; 0 is normal. */
const backgroundNice = 10;

/** Lets requests go first if there are too few processors. Only Linux has per-thread priorities. */
export function lowerThreadPriority(): void {
  if (platform() === 'linux') setPriority(backgroundNice);
}

/** Does the same for all threads of a process, among them those that collect its garbage. */
export function lowerProcessPriority(): void {
  if (platform() !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), backgroundNice);
    } catch {
      // The thread has ended meanwhile.
    }
  }
}
