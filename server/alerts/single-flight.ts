/** Runs work one at a time. Asking during a run has it run once more. */
export interface SingleFlight {
  /** Resolves when no run is left to do. Never rejects. */
  run(): Promise<void>;
  /** Begins no further run, and resolves when the present one has ended. */
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
      // Deferred: a run without anything to do would end before `underway` is set.
      underway ??= Promise.resolve().then(runWhileRequested);
      return underway;
    },
    async stop() {
      isStopped = true;
      await underway;
    },
  };
}
