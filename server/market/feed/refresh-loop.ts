import type { Milliseconds } from '#contract/units.ts';

/** Runs a task repeatedly, never twice at once. */
export interface RefreshLoop {
  /** Runs the first turn immediately; resolves when it is done. */
  start(): Promise<void>;
  /** Runs the next turn now, before it is due; right after the one under way. */
  hurry(): void;
  stop(): void;
}

/** `turn` returns the wait until the next one and must not reject. The timer does not keep the process alive. */
export function createRefreshLoop(turn: () => Promise<Milliseconds>): RefreshLoop {
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> | undefined;
  let isStopped = false;
  let isHurried = false;

  async function run(): Promise<void> {
    clearTimeout(timer);
    isHurried = false;
    const waitMs = await turn();
    underway = undefined;
    if (isStopped) return;
    timer = setTimeout(go, isHurried ? 0 : waitMs);
    timer.unref();
  }

  function go(): Promise<void> {
    if (!isStopped) underway ??= run();
    return underway ?? Promise.resolve();
  }

  return {
    start: go,
    hurry() {
      isHurried = true;
      void go();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
