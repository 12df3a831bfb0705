/** Runs a few tasks at a time. Subjects take turns: however many tasks wait, those of one subject hardly delay another's. */
export class FairQueue {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #atOnce: number;
  readonly #atOnceEach: number;
  readonly #runningOf = new Map<string, number>();
  #running = 0;

  /** `atOnce`: how many tasks run at a time; `atOnceEach`: how many of one subject. */
  constructor(atOnce = 1, atOnceEach = atOnce) {
    this.#atOnce = atOnce;
    this.#atOnceEach = atOnceEach;
  }

  async run<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce && this.#mayStart(subject)) this.#count(subject, 1);
    else await this.#wait(subject);
    try {
      return await work();
    } finally {
      this.#count(subject, -1);
      this.#startNext();
    }
  }

  /** The number of a subject's waiting tasks. */
  countWaiting(subject: string): number {
    return this.#waiting.get(subject)?.length ?? 0;
  }

  #mayStart(subject: string): boolean {
    return (this.#runningOf.get(subject) ?? 0) < this.#atOnceEach;
  }

  #count(subject: string, tasks: number): void {
    this.#running += tasks;
    const own = (this.#runningOf.get(subject) ?? 0) + tasks;
    if (own === 0) this.#runningOf.delete(subject);
    else this.#runningOf.set(subject, own);
  }

  #wait(subject: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(subject);
      if (own) own.push(resolve);
      else this.#waiting.set(subject, [resolve]);
    });
  }

  /** Starts the first task in turn whose subject has a place. It is counted at once, before anyone else can begin. */
  #startNext(): void {
    const subject = this.#findNext();
    if (subject === undefined) return;
    const [start, ...others] = this.#waiting.get(subject)!;
    this.#waiting.delete(subject);
    if (others.length > 0) this.#waiting.set(subject, others);
    this.#count(subject, 1);
    start?.();
  }

  #findNext(): string | undefined {
    for (const subject of this.#waiting.keys()) if (this.#mayStart(subject)) return subject;
    return undefined;
  }
}
