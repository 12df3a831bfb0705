import { platform, setPriority } from 'node:os';

/** From −20 to 19; 0 is normal. */
const backgroundNice = 5;

/** Lets requests go first if there are too few processors. Only Linux has per-thread priorities. */
export function lowerThreadPriority(): void {
  if (platform() === 'linux') setPriority(backgroundNice);
}
