import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from '../platform/fair-queue.ts';

/** A rendering, and the networks that wait for it. */
interface Rendering {
  readonly networks: Set<string>;
  /** Its steps that wait for their turn. */
  readonly steps: Set<() => void>;
}

/**
 * Lets other work in between the renderings of pages, each of which occupies the event loop for up to a tenth of a second:
 * one step is made per turn of the event loop, and networks take turns. Only steps wait, so a page whose data takes long
 * delays no other.
 */
export class RenderTurns {
  readonly #queue = new FairQueue();
  readonly #renderings = new Map<string, Rendering>();

  get isBusy(): boolean {
    return this.#renderings.size > 0;
  }

  /** Renders a page. `render` awaits `takeTurn` before each part that takes long. */
  async run<Page>(
    key: string,
    network: string,
    render: (takeTurn: () => Promise<void>) => Promise<Page>,
  ): Promise<Page> {
    const rendering: Rendering = { networks: new Set([network]), steps: new Set() };
    this.#renderings.set(key, rendering);
    try {
      return await render(() => this.#takeTurn(rendering));
    } finally {
      if (this.#renderings.get(key) === rendering) this.#renderings.delete(key);
    }
  }

  /** Another network waits for this page too: the rendering continues with whoever's turn comes first. */
  join(key: string, network: string): void {
    const rendering = this.#renderings.get(key);
    if (!rendering || rendering.networks.has(network)) return;
    rendering.networks.add(network);
    for (const step of rendering.steps) this.#enqueue(rendering, network, step);
  }

  #takeTurn(rendering: Rendering): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    rendering.steps.add(resolve);
    for (const network of rendering.networks) this.#enqueue(rendering, network, resolve);
    return promise;
  }

  #enqueue({ steps }: Rendering, network: string, step: () => void): void {
    void this.#queue.run(network, async () => {
      // Another network's turn came earlier.
      if (!steps.delete(step)) return;
      await nextTurn();
      step();
    });
  }
}
