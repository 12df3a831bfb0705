import type { Milliseconds } from '#contract/units.ts';
import { requesterAccount, requesterNetwork } from '#server/platform/http/requester.ts';
import { DatabaseUnavailableError } from '../database-unavailable-error.ts';

/** Whom a write counts for. */
export interface Writer {
  readonly kind: 'account' | 'network';
  readonly name: string;
}

interface WriteTurnLimits {
  /** How many connections the writes of all requests may have. */
  readonly atOnce: number;
  /** How many those of one account may have, and those of one network (/24, /56) without an account. */
  readonly per: Readonly<Record<Writer['kind'], number>>;
  readonly maxWaitMs: Milliseconds;
}

/** A write's turn. */
export interface WriteTurn {
  end(): void;
  /** Refuses the writer's other waiting writes with an outage: one after another, they would wait for it much longer. */
  refuseOthers(error: DatabaseUnavailableError): void;
}

interface Waiting {
  begin(): void;
  refuse(error: DatabaseUnavailableError): void;
}

/**
 * The account, or the network, whose request is being answered; undefined outside a request, because the server's own work
 * never waits.
 */
export function findWriter(): Writer | undefined {
  const account = requesterAccount();
  if (account !== undefined) return { kind: 'account', name: account };
  const network = requesterNetwork();
  return network === undefined ? undefined : { kind: 'network', name: network };
}

/**
 * Lets the writes of requests wait for each other without a connection. Writes of one account wait for its own long
 * transactions, such as the import of a file; with a connection each, they would keep everybody else from the database.
 */
export class WriteTurns {
  readonly #limits: WriteTurnLimits;
  readonly #running = new Map<string, number>();
  /** By writer, in the order of their turns. */
  readonly #waiting = new Map<string, { readonly writer: Writer; readonly writes: Set<Waiting> }>();
  #total = 0;

  constructor(limits: WriteTurnLimits) {
    this.#limits = limits;
  }

  /** Rejects with a `DatabaseUnavailableError` if it takes too long. */
  async enter(writer: Writer): Promise<WriteTurn> {
    if (this.#hasRoom(writer)) this.#begin(writer);
    else await this.#wait(writer);
    return {
      end: () => this.#end(writer),
      refuseOthers: (error) => {
        for (const one of this.#waiting.get(keyOf(writer))?.writes ?? []) one.refuse(error);
      },
    };
  }

  #hasRoom(writer: Writer): boolean {
    const { atOnce, per } = this.#limits;
    return this.#total < atOnce && (this.#running.get(keyOf(writer)) ?? 0) < per[writer.kind];
  }

  #begin(writer: Writer): void {
    const key = keyOf(writer);
    this.#total += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #end(writer: Writer): void {
    const key = keyOf(writer);
    this.#total -= 1;
    const left = this.#running.get(key)! - 1;
    if (left === 0) this.#running.delete(key);
    else this.#running.set(key, left);
    this.#beginNext();
  }

  #wait(writer: Writer): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const key = keyOf(writer);
    const { writes } = this.#waiting.get(key) ?? { writes: new Set() };
    this.#waiting.set(key, { writer, writes });
    const leave = () => {
      clearTimeout(timer);
      writes.delete(one);
      if (writes.size === 0) this.#waiting.delete(key);
    };
    const one: Waiting = {
      begin() {
        leave();
        resolve();
      },
      refuse(error) {
        leave();
        reject(error);
      },
    };
    const timer = setTimeout(() => one.refuse(waitedTooLong()), this.#limits.maxWaitMs).unref();
    writes.add(one);
    return promise;
  }

  #beginNext(): void {
    for (const [key, waiting] of this.#waiting) {
      const [next] = waiting.writes;
      if (!next || !this.#hasRoom(waiting.writer)) continue;
      this.#begin(waiting.writer);
      next.begin();
      // The writer's next turn comes after those of the others.
      if (waiting.writes.size > 0) {
        this.#waiting.delete(key);
        this.#waiting.set(key, waiting);
      }
      return;
    }
  }
}

const keyOf = ({ kind, name }: Writer) => `${kind} ${name}`;

const waitedTooLong = () => new DatabaseUnavailableError('other writes take too long', { cause: undefined });
