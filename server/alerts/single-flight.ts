/** Runs work one at a time. A request during a run causes one more run. */
export interface SingleFlight {
  /** Resolves when no requested run is left. Never rejects. */
  run(): Promise<void>;
  /** Starts no further run, and resolves when the current one ends. */
  stop(): Promise<void>;
  isStopped(): boolean;
}

export function createSingleFlight({
  work,
  onError,
}: {
  work: () => Promise<void>;
  onError: (error: unknown) => void;
}): SingleFlight {
  let isRequested = false;
  let isStopped = false;
  let underway: Promise<void> | undefined;

  async function runWhileRequested(): Promise<void> {
    try {
      while (isRequested && !isStopped) {
        isRequested = false;
        await work();
      }
    } catch (error) {
      onError(error);
    }
    underway = undefined;
  }

  return {
    isStopped: () => isStopped,
    run() {
      isRequested = true;
      // Deferred: a run with nothing to do would end before `underway` is set.
      underway ??= Promise.resolve().then(runWhileRequested);
      return underway;
    },
    async stop() {
      isStopped = true;
      await underway;
    },
  };
}
