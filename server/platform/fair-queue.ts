/** Runs one task at a time. Subjects take turns: however many tasks a subject has, others wait for only one of them. */
export class FairQueue {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isBusy = false;

  async run<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isBusy) await this.#wait(subject);
    this.#isBusy = true;
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
      this.#isBusy = false;
      return;
    }
    const [subject, [start, ...others]] = first;
    this.#waiting.delete(subject);
    if (others.length > 0) this.#waiting.set(subject, others);
    start?.();
  }
}
