import type { Milliseconds } from '#contract/units.ts';

/**
 * How often to check for silence, how long a silence makes this tab ask the leader, and how long the answer may take.
 */
const times = { check: 20_000, maxSilence: 40_000, answer: 3_000 } satisfies Record<string, Milliseconds>;

interface LeaderWatchOptions {
  /** Asks the leader for its state. */
  ask(): void;
  /** The leader does not answer: the browser may have suspended its tab. */
  onSilent(): void;
}

/** Watches from a following tab whether the leader is alive. */
export interface LeaderWatch {
  /** The leader has sent something. */
  hear(): void;
  /** Asks the leader for its state and awaits the answer. */
  check(): void;
  /** This tab leads now: stops awaiting an answer. */
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
