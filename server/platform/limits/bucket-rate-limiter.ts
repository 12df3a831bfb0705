import { LRUCache } from 'lru-cache';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';
import type { RateLimiter, RateWindow } from './rate-limiter.ts';

/** How many parts a window is counted in. It slides by one part at a time, and is longer by at most one. */
const parts = 12;

/** The hits of one window, in memory of a fixed size whatever their number. */
class WindowCount {
  readonly #window: RateWindow;
  readonly #partMs: Milliseconds;
  readonly #hits = new Uint32Array(parts + 1);
  #newest = 0;
  #total = 0;

  constructor(window: RateWindow) {
    this.#window = window;
    this.#partMs = window.ms / parts;
  }

  /** Milliseconds until one more hit fits; 0: now. */
  waitFor(now: number): Milliseconds {
    this.#slideTo(now);
    if (this.#total < this.#window.count) return 0;
    for (let age = parts; age >= 0; age -= 1) {
      const part = this.#newest - age;
      if (this.#hitsOf(part) > 0) return Math.max(1, (part + parts + 1) * this.#partMs - now);
    }
    return this.#window.ms;
  }

  add(): void {
    this.#hits[this.#newest % this.#hits.length]! += 1;
    this.#total += 1;
  }

  #hitsOf(part: number): number {
    return part < 0 ? 0 : this.#hits[part % this.#hits.length]!;
  }

  #slideTo(now: number): void {
    const part = Math.floor(now / this.#partMs);
    const steps = part - this.#newest;
    if (steps === 0) return;
    // A clock that was set back starts a new window.
    if (steps < 0 || steps > parts) {
      this.#hits.fill(0);
      this.#total = 0;
    } else {
      for (let next = this.#newest + 1; next <= part; next += 1) {
        this.#total -= this.#hits[next % this.#hits.length]!;
        this.#hits[next % this.#hits.length] = 0;
      }
    }
    this.#newest = part;
  }
}

/**
 * Counts in this process's memory, for limits of thousands: a call costs the same whatever its limit, and a subject some
 * hundred bytes. No window ever lets more through than its count; it frees a hit up to a twelfth later than it could.
 * Beyond `maxSubjects`, the least recently used subject is forgotten. A subject's windows must not change.
 */
export function createBucketRateLimiter(deps: { clock: Clock; maxSubjects: number }): RateLimiter {
  const { clock, maxSubjects } = deps;
  const subjects = new LRUCache<string, readonly WindowCount[]>({ max: maxSubjects });
  return {
    async take(limits) {
      const now = clock.now();
      let retryAfterMs = 0;
      const counts: WindowCount[] = [];
      for (const { subject, windows } of limits) {
        let ofSubject = subjects.get(subject);
        if (!ofSubject) {
          ofSubject = windows.map((window) => new WindowCount(window));
          subjects.set(subject, ofSubject);
        }
        for (const count of ofSubject) {
          retryAfterMs = Math.max(retryAfterMs, count.waitFor(now));
          counts.push(count);
        }
      }
      if (retryAfterMs > 0) return { isAllowed: false, retryAfterMs };
      for (const count of counts) count.add();
      return { isAllowed: true, retryAfterMs: 0 };
    },
  };
}
