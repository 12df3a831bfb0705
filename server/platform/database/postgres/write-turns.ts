import type { Milliseconds } from '#contract/units.ts';
import { requesterAccount, requesterNetwork } from '#server/platform/http/requester.ts';
import { DatabaseUnavailableError } from '../database-unavailable-error.ts';

/** Whom a write counts for. */
export interface Writer {
  /** Undefined for a visitor without one. */
  readonly account: string | undefined;
  /** The /24 or /56. */
  readonly network: string;
}

interface WriteTurnLimits {
  /** How many connections the writes of all requests may have. Half of them are kept for networks that have none. */
  readonly atOnce: number;
  /** How many those of one account may have. */
  readonly perAccount: number;
  readonly maxWaitMs: Milliseconds;
}

/** A write's turn. */
export interface WriteTurn {
  end(): void;
  /**
   * Refuses the writer's other waiting writes with an outage, or everybody's: one after another, they would wait for it
   * much longer.
   */
  refuseOthers(error: DatabaseUnavailableError, whose: 'own' | 'all'): void;
}

interface Waiting {
  readonly writer: Writer;
  begin(): void;
  refuse(error: DatabaseUnavailableError): void;
}

/**
 * The account and the network whose request is being answered; undefined outside a request, because the server's own work
 * never waits.
 */
export function findWriter(): Writer | undefined {
  const network = requesterNetwork();
  return network === undefined ? undefined : { account: requesterAccount(), network };
}

/**
 * Lets the writes of requests wait for each other without a connection. Writes of one account wait for its own long
 * transactions, such as the import of a file; with a connection each, they would keep everybody else from the database, as
 * would those of several accounts of one network.
 */
export class WriteTurns {
  readonly #limits: WriteTurnLimits;
  /** By account and by network. */
  readonly #running = new Map<string, number>();
  /** By writer, in the order of their turns. */
  readonly #waiting = new Map<string, Set<Waiting>>();
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
      refuseOthers: (error, whose) => {
        const keys = whose === 'all' ? [...this.#waiting.keys()] : [keyOf(writer)];
        for (const key of keys) for (const one of this.#waiting.get(key) ?? []) one.refuse(error);
      },
    };
  }

  #hasRoom({ account, network }: Writer): boolean {
    const { atOnce, perAccount } = this.#limits;
    if (this.#total >= atOnce) return false;
    if (account !== undefined && this.#count(ofAccount(account)) >= perAccount) return false;
    // With at least two, a network's short writes don't wait for its first long one.
    return this.#count(ofNetwork(network)) === 0 || this.#total < Math.max(2, Math.ceil(atOnce / 2));
  }

  #count(key: string): number {
    return this.#running.get(key) ?? 0;
  }

  #begin(writer: Writer): void {
    this.#total += 1;
    for (const key of keysOf(writer)) this.#running.set(key, this.#count(key) + 1);
  }

  #end(writer: Writer): void {
    this.#total -= 1;
    for (const key of keysOf(writer)) {
      const left = this.#count(key) - 1;
      if (left === 0) this.#running.delete(key);
      else this.#running.set(key, left);
    }
    while (this.#beginNext());
  }

  #wait(writer: Writer): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const key = keyOf(writer);
    const writes = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, writes);
    const leave = () => {
      clearTimeout(timer);
      writes.delete(one);
      if (writes.size === 0) this.#waiting.delete(key);
    };
    const one: Waiting = {
      writer,
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

  /** False if there is no room for any waiting write. */
  #beginNext(): boolean {
    for (const [key, writes] of this.#waiting) {
      const [next] = writes;
      if (!next || !this.#hasRoom(next.writer)) continue;
      this.#begin(next.writer);
      next.begin();
      // The writer's next turn comes after those of the others.
      if (writes.size > 0) {
        this.#waiting.delete(key);
        this.#waiting.set(key, writes);
      }
      return true;
    }
    return false;
  }
}

const ofAccount = (account: string) => `account ${account}`;
const ofNetwork = (network: string) => `network ${network}`;

/** Whose turns a writer's waiting writes take. */
const keyOf = ({ account, network }: Writer) =>
  account === undefined ? ofNetwork(network) : ofAccount(account);

const keysOf = ({ account, network }: Writer) =>
  account === undefined ? [ofNetwork(network)] : [ofAccount(account), ofNetwork(network)];

const waitedTooLong = () => new DatabaseUnavailableError('other writes take too long', { cause: undefined });
