import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Sizes in megabytes. */
export interface ThreadHeap {
  /** One of the two halves of the young generation. */
  readonly semiSpaceMb: number;
  /** The size of the old generation before its first collection; V8 decides by default. */
  readonly initialOldMb?: number;
}

/**
 * Sets the heap of threads started afterwards. The server's young generation is small, and a thread that creates many
 * long-lived objects would spend half its time collecting it. Set through flags, which V8 reads when it creates a
 * thread's heap, because the server's flags would override a resource limit.
 */
export function setThreadHeap({ semiSpaceMb, initialOldMb = 0 }: ThreadHeap): void {
  setFlagsFromString(`--min-semi-space-size=${semiSpaceMb}`);
  setFlagsFromString(`--max-semi-space-size=${semiSpaceMb}`);
  setFlagsFromString(`--initial-old-space-size=${initialOldMb}`);
}

/** Whether a thread ended because its heap reached its limit. */
export const isOutOfMemory = (error: Error & { readonly code?: string }): boolean =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Releases memory this thread no longer uses, except compiled code. By itself, V8 would wait until the heap has grown.
 * `last-resort` also finds what one collection leaves, but takes several times as long.
 */
export function collectGarbage(flavor: 'regular' | 'last-resort' = 'last-resort'): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: Readonly<Record<string, string>>) => void;
  setFlagsFromString('--no-expose-gc');
  // Functions would have to be compiled again, which takes longer than most of them run.
  setFlagsFromString('--no-flush-bytecode');
  collect({ type: 'major', execution: 'sync', flavor });
  setFlagsFromString('--flush-bytecode');
}
