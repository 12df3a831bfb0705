import type { Milliseconds } from '#contract/units.ts';

/** How often the silence is looked at, after how much of it the leader is asked, and how long its answer may take. */
const times = { check: 20_000, maxSilence: 40_000, answer: 3_000 } satisfies Record<string, Milliseconds>;

interface LeaderWatchOptions {
  /** Asks the leader for its state. */
  ask(): void;
  /** The leader does not answer: a browser may have put its tab to sleep. */
  onSilent(): void;
}

/** Watches from a tab that listens whether another one leads. */
export interface LeaderWatch {
  /** The leader has said something. */
  hear(): void;
  /** Asks the leader for its state, and waits for the answer. */
  check(): void;
  /** This tab leads now: no answer is awaited. */
  cancel(): void;
  stop(): void;
}

/** Watches until `stop`. */
export function watchLeader({ ask, onSilent }: LeaderWatchOptions): LeaderWatch {
  let heardAt = Date.now();
  let deadline: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(deadline);
    deadline = undefined;
  }

  function check(): void {
    ask();
    deadline ??= setTimeout(() => {
      deadline = undefined;
      onSilent();
    }, times.answer);
  }

  const timer = setInterval(() => {
    if (Date.now() - heardAt > times.maxSilence) check();
  }, times.check);

  return {
    hear() {
      heardAt = Date.now();
      cancel();
    },
    check,
    cancel,
    stop() {
      clearInterval(timer);
      cancel();
    },
  };
}
