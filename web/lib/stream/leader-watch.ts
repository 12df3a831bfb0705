import type { Milliseconds } from '#contract/units.ts';

/** How often to check for silence, after how long a silence to ask the leader, and how long the answer may take. */
const times = { check: 20_000, maxSilence: 40_000, answer: 3_000 } satisfies Record<string, Milliseconds>;

interface LeaderWatchOptions {
  /** Asks the leader for its state. */
  ask(): void;
  /** Called when the leader doesn't answer. The browser may have suspended its tab. */
  onSilent(): void;
}

/** Lets a following tab watch whether the leader is alive. */
export interface LeaderWatch {
  /** Call when the leader has sent something. */
  hear(): void;
  /** Asks the leader for its state and waits for the answer. */
  check(): void;
  /** Stops waiting for an answer, because this tab leads now. */
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
