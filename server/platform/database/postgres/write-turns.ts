import type { Milliseconds } from '#contract/units.ts';
import { requesterAccount, requesterNetwork } from '#server/platform/http/requester.ts';
import { DatabaseUnavailableError } from '../database-unavailable-error.ts';

interface WriteTurnLimits {
  /** How many connections the writes of all requests may have. */
  readonly atOnce: number;
  /** How many those of one account may have, or of one network (/24, /56) without an account. */
  readonly perSubject: number;
  readonly maxWaitMs: Milliseconds;
}

/** A write's turn. */
export interface WriteTurn {
  end(): void;
  /** Refuses the subject's waiting writes with an outage: one after another, they would wait for it much longer. */
  refuseOthers(error: DatabaseUnavailableError): void;
}

interface Waiting {
  begin(): void;
  refuse(error: DatabaseUnavailableError): void;
}

/**
 * Whom a write counts for: the account or the network whose request is being answered; undefined outside a request. The
 * server's own work never waits.
 */
export const findWriter = (): string | undefined => requesterAccount() ?? requesterNetwork();

/**
 * Lets the writes of requests wait for each other without a connection. Writes of one account wait for its own long
 * transactions, such as the import of a file; with a connection each, they would keep everybody else from the database.
 */
export class WriteTurns {
  readonly #limits: WriteTurnLimits;
  readonly #running = new Map<string, number>();
  /** Subjects in the order of their turns. */
  readonly #waiting = new Map<string, Set<Waiting>>();
  #total = 0;

  constructor(limits: WriteTurnLimits) {
    this.#limits = limits;
  }

  /** Rejects with a `DatabaseUnavailableError` if it takes too long. */
  async enter(subject: string): Promise<WriteTurn> {
    if (this.#hasRoom(subject)) this.#begin(subject);
    else await this.#wait(subject);
    return {
      end: () => this.#end(subject),
      refuseOthers: (error) => {
        for (const one of this.#waiting.get(subject) ?? []) one.refuse(error);
      },
    };
  }

  #hasRoom(subject: string): boolean {
    const { atOnce, perSubject } = this.#limits;
    return this.#total < atOnce && (this.#running.get(subject) ?? 0) < perSubject;
  }

  #begin(subject: string): void {
    this.#total += 1;
    this.#running.set(subject, (this.#running.get(subject) ?? 0) + 1);
  }

  #end(subject: string): void {
    this.#total -= 1;
    const left = this.#running.get(subject)! - 1;
    if (left === 0) this.#running.delete(subject);
    else this.#running.set(subject, left);
    this.#beginNext();
  }

  #wait(subject: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const own = this.#waiting.get(subject) ?? new Set();
    this.#waiting.set(subject, own);
    const leave = (settle: () => void) => () => {
      clearTimeout(timer);
      own.delete(one);
      if (own.size === 0) this.#waiting.delete(subject);
      settle();
    };
    const one: Waiting = { begin: leave(resolve), refuse: (error) => leave(() => reject(error))() };
    const timer = setTimeout(() => one.refuse(waitedTooLong()), this.#limits.maxWaitMs).unref();
    own.add(one);
    return promise;
  }

  #beginNext(): void {
    for (const [subject, [next]] of this.#waiting) {
      if (!next || !this.#hasRoom(subject)) continue;
      const own = this.#waiting.get(subject)!;
      this.#begin(subject);
      next.begin();
      // The subject's next turn comes after those of the others.
      if (own.size > 0) {
        this.#waiting.delete(subject);
        this.#waiting.set(subject, own);
      }
      return;
    }
  }
}

const waitedTooLong = () => new DatabaseUnavailableError('other writes take too long', { cause: undefined });
