import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '../../clock.ts';
import { busyError } from './turns.ts';

export interface BacklogLimits {
  /** Requests that may always be open, of all subjects together. */
  readonly size: number;
  /** Beyond that, as many may be open as are answered within this time, at the rate of the last second. */
  readonly maxWaitMs: Milliseconds;
  /** How long there may be more than that before any are refused: a burst passes without action. */
  readonly burstMs: Milliseconds;
}

/** Never goes backwards. */
const monotonicClock: Clock = { now: () => performance.now() };
const windowMs: Milliseconds = 1000;
/** With this many times the capacity open, subjects with less than their share are refused too. */
const maxExcess = 2;

/**
 * Keeps a queue short enough that answers are still useful when there are more requests than the server can answer. Once
 * the queue is at capacity, each subject has an equal share of it, so that whoever sends most is refused first.
 */
export class FairBacklog {
  readonly #limits: BacklogLimits;
  readonly #clock: Clock;
  /** Open requests of each subject. */
  readonly #subjects = new Map<string, number>();
  #open = 0;
  #answered = 0;
  #windowFrom: Milliseconds;
  /** Requests answered per second in the last window. */
  #rate = 0;
  #fullSince: Milliseconds | undefined;

  constructor(limits: BacklogLimits, clock: Clock = monotonicClock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#windowFrom = clock.now();
  }

  /** Resolves with the function that ends the request, which may be called twice. Rejects with `unavailable`. */
  async enter(name: string): Promise<() => void> {
    if (this.#isRefused(this.#subjects.get(name) ?? 0)) throw busyError('unavailable');
    this.#open += 1;
    this.#subjects.set(name, (this.#subjects.get(name) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#leave(name);
    };
  }

  #isRefused(own: number): boolean {
    const now = this.#clock.now();
    this.#measure(now);
    const capacity = Math.max(this.#limits.size, (this.#rate * this.#limits.maxWaitMs) / 1000);
    // It stays full until it is half empty: at its limit, the queue is often a little shorter for a moment.
    if (this.#open < capacity / 2) this.#fullSince = undefined;
    if (this.#open < capacity) return false;
    this.#fullSince ??= now;
    if (now - this.#fullSince < this.#limits.burstMs) return false;
    return this.#open >= capacity * maxExcess || own >= Math.max(1, capacity / this.#subjects.size);
  }

  #measure(now: Milliseconds): void {
    const elapsed = now - this.#windowFrom;
    if (elapsed < windowMs) return;
    this.#rate = (this.#answered * 1000) / elapsed;
    this.#answered = 0;
    this.#windowFrom = now;
  }

  #leave(name: string): void {
    this.#open -= 1;
    this.#answered += 1;
    const left = (this.#subjects.get(name) ?? 1) - 1;
    if (left === 0) this.#subjects.delete(name);
    else this.#subjects.set(name, left);
  }
}
