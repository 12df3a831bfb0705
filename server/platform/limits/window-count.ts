import type { Milliseconds } from '#contract/units.ts';
import type { RateWindow } from './rate-limiter.ts';

/** How many parts a window is counted in. It slides by one part at a time, and is at most one part too long. */
export const parts = 12;

/** Counts the hits of one window in a fixed amount of memory. */
export class WindowCount {
  readonly #window: RateWindow;
  readonly #partMs: Milliseconds;
  readonly #hits = new Uint32Array(parts + 1);
  #newest = 0;
  #total = 0;

  constructor(window: RateWindow) {
    this.#window = window;
    this.#partMs = window.ms / parts;
  }

  /** Milliseconds until one more hit fits into `count` (default: the window's); 0 if now. */
  waitFor(now: number, count: number = this.#window.count): Milliseconds {
    this.#slideTo(now);
    if (this.#total < count) return 0;
    for (let age = parts; age >= 0; age -= 1) {
      const part = this.#newest - age;
      if (this.#hitsOf(part) > 0) return Math.max(1, (part + parts + 1) * this.#partMs - now);
    }
    return this.#window.ms;
  }

  total(now: number): number {
    this.#slideTo(now);
    return this.#total;
  }

  add(count = 1): void {
    this.#hits[this.#newest % this.#hits.length]! += count;
    this.#total += count;
  }

  #hitsOf(part: number): number {
    return part < 0 ? 0 : this.#hits[part % this.#hits.length]!;
  }

  #slideTo(now: number): void {
    const part = Math.floor(now / this.#partMs);
    const steps = part - this.#newest;
    if (steps === 0) return;
    // If the clock was set back, a new window starts.
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
