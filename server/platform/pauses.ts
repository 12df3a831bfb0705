import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Yields to other calls between pieces of work. */
export class Pauses {
  readonly #every: number;
  #since = 0;

  /** `every`: the amount of work between two pauses. */
  constructor(every: number) {
    this.#every = every;
  }

  /** Call after each piece of work; pauses when a pause is due. */
  async after(work = 1): Promise<void> {
    this.#since += work;
    if (this.#since < this.#every) return;
    this.#since = 0;
    await yieldToEventLoop();
  }
}
