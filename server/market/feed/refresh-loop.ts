/** Something done again and again, each time saying in how many milliseconds next. Never two at once. */
export interface Loop {
  /** Does it at once, now and from then on; resolves when the first turn is done. */
  start(): Promise<void>;
  /** Does it now instead of when it was due. */
  hurry(): void;
  stop(): void;
}

/** `turn` must not reject. Its timer does not keep the process alive. */
export function createLoop(turn: () => Promise<number>): Loop {
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> | undefined;
  let isStopped = false;

  async function run(): Promise<void> {
    clearTimeout(timer);
    const waitMs = await turn();
    underway = undefined;
    if (isStopped) return;
    timer = setTimeout(go, waitMs);
    timer.unref();
  }

  function go(): Promise<void> {
    if (!isStopped) underway ??= run();
    return underway ?? Promise.resolve();
  }

  return {
    start: go,
    hurry: () => void go(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
