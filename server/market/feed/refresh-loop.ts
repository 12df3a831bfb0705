import type { Milliseconds } from '#contract/units.ts';

/** Runs a task repeatedly, never concurrently. */
export interface RefreshLoop {
  /** Runs the first step immediately; resolves when it is done. */
  start(): Promise<void>;
  /** Runs the next step without waiting until it is due, or right after the running one. */
  runSoon(): void;
  stop(): void;
}

/** `step` returns the wait until the next run and must not reject. The timer does not keep the process alive. */
export function createRefreshLoop(step: () => Promise<Milliseconds>): RefreshLoop {
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> | undefined;
  let isStopped = false;
  let shouldRunSoon = false;

  async function run(): Promise<void> {
    clearTimeout(timer);
    shouldRunSoon = false;
    const waitMs = await step();
    underway = undefined;
    if (isStopped) return;
    timer = setTimeout(go, shouldRunSoon ? 0 : waitMs);
    timer.unref();
  }

  function go(): Promise<void> {
    if (!isStopped) underway ??= run();
    return underway ?? Promise.resolve();
  }

  return {
    start: go,
    runSoon() {
      shouldRunSoon = true;
      void go();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
