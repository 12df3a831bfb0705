import { setFlagsFromString } from 'node:v8';

/**
 * The young generation of threads started after this, by the size of one of its halves. The server's own is small: a
 * thread that makes much which stays would take half of its time to collect it. Said as flags, which V8 reads when it makes
 * a thread's heap: the server's own flags would win over a resource limit.
 */
export function setYoungGeneration(semiSpaceMb: number): void {
  setFlagsFromString(`--min-semi-space-size=${semiSpaceMb}`);
  setFlagsFromString(`--max-semi-space-size=${semiSpaceMb}`);
}
