import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Megabytes. */
export interface ThreadHeap {
  /** One of the two halves of the young generation. */
  readonly semiSpaceMb: number;
  /** What the old generation may take before it is collected for the first time; by default V8 decides. */
  readonly initialOldMb?: number;
}

/**
 * The heap of threads started after this. The server's own young generation is small: a thread that makes much which stays
 * would take half of its time to collect it. Said as flags, which V8 reads when it makes a thread's heap: the server's own
 * flags would win over a resource limit.
 */
export function setThreadHeap({ semiSpaceMb, initialOldMb = 0 }: ThreadHeap): void {
  setFlagsFromString(`--min-semi-space-size=${semiSpaceMb}`);
  setFlagsFromString(`--max-semi-space-size=${semiSpaceMb}`);
  setFlagsFromString(`--initial-old-space-size=${initialOldMb}`);
}

/** Gives back what this thread no longer uses, but for compiled code. V8 alone would wait until its heap has grown. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: Readonly<Record<string, string>>) => void;
  setFlagsFromString('--no-expose-gc');
  // Functions would have to be compiled again, which takes longer than most of them run.
  setFlagsFromString('--no-flush-bytecode');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--flush-bytecode');
}
