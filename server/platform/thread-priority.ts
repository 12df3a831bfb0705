import { platform, setPriority } from 'node:os';

/** Of −20 to 19; 0 is ordinary. */
const backgroundNice = 5;

/** Lets calls go first where there are too few processors. Only Linux has a priority of the thread alone. */
export function lowerThreadPriority(): void {
  if (platform() === 'linux') setPriority(backgroundNice);
}
