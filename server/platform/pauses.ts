import { setImmediate as giveWay } from 'node:timers/promises';

/** Lets other calls come in between pieces of work. */
export class Pauses {
  readonly #every: number;
  #since = 0;

  /** `every`: how much work is done between two pauses. */
  constructor(every: number) {
    this.#every = every;
  }

  /** Call it after each piece; waits for the others if it is their turn. */
  async after(work = 1): Promise<void> {
    this.#since += work;
    if (this.#since < this.#every) return;
    this.#since = 0;
    await giveWay();
  }
}
