/** Runs a few tasks at a time. Subjects take turns: however many tasks wait, those of one subject hardly delay another's. */
export class FairQueue {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #atOnce: number;
  #running = 0;

  /** `atOnce`: how many tasks run at a time. */
  constructor(atOnce = 1) {
    this.#atOnce = atOnce;
  }

  async run<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnce) await this.#wait(subject);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  /** The number of a subject's waiting tasks. */
  countWaiting(subject: string): number {
    return this.#waiting.get(subject)?.length ?? 0;
  }

  #wait(subject: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(subject);
      if (own) own.push(resolve);
      else this.#waiting.set(subject, [resolve]);
    });
  }

  #startNext(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running -= 1;
      return;
    }
    const [subject, [start, ...others]] = first;
    this.#waiting.delete(subject);
    if (others.length > 0) this.#waiting.set(subject, others);
    start?.();
  }
}
