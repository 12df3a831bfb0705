import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from '../../fair-queue.ts';

/** Work in progress, and the networks that wait for it. */
interface Work {
  readonly networks: Set<string>;
  /** Its steps that wait for their turn. */
  readonly steps: Set<() => void>;
}

/**
 * Lets other work in between the steps of long work, such as rendering pages: one step is made per turn of the event loop,
 * and networks take turns. Only steps wait, so work whose data takes long delays no other. Several networks may wait for the
 * same work.
 */
export class SharedTurns {
  readonly #queue = new FairQueue();
  readonly #works = new Map<string, Work>();

  get isBusy(): boolean {
    return this.#works.size > 0;
  }

  /** `work` awaits `takeTurn` before each step. */
  async run<Result>(
    key: string,
    network: string,
    work: (takeTurn: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const begun: Work = { networks: new Set([network]), steps: new Set() };
    this.#works.set(key, begun);
    try {
      return await work(() => this.#takeTurn(begun));
    } finally {
      if (this.#works.get(key) === begun) this.#works.delete(key);
    }
  }

  /** Another network waits for this work too: it continues with whoever's turn comes first. */
  join(key: string, network: string): void {
    const work = this.#works.get(key);
    if (!work || work.networks.has(network)) return;
    work.networks.add(network);
    for (const step of work.steps) this.#enqueue(work, network, step);
  }

  #takeTurn(work: Work): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    work.steps.add(resolve);
    for (const network of work.networks) this.#enqueue(work, network, resolve);
    return promise;
  }

  #enqueue({ steps }: Work, network: string, step: () => void): void {
    void this.#queue.run(network, async () => {
      // Another network's turn came earlier.
      if (!steps.delete(step)) return;
      await nextTurn();
      step();
    });
  }
}
