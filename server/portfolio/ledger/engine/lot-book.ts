import type { Amount } from './fixed-point.ts';
import { type Book, type Lot, type Match, type OpenLot, type Pick, type Scope, uncovered } from './lot.ts';
import { type LotMethod, LotQueue, type Taken } from './lot-queue.ts';

/** Lots that go whole or in part, in the order of a method; over all wallets together, or each by itself. */
export class LotBook implements Book {
  readonly #method: LotMethod;
  readonly #scope: Scope;
  readonly #queues = new Map<string, LotQueue>();

  constructor(method: LotMethod, scope: Scope) {
    this.#method = method;
    this.#scope = scope;
  }

  acquire(lot: Lot): void {
    this.#queueOf(lot.wallet).add(lot);
  }

  take(amount: Amount, wallet: string, picks: readonly Pick[]): Match[] {
    const taken = this.#takeLots(amount, wallet, picks);
    const matches = taken.map(
      (part): Match => ({
        transactionId: part.lot.transactionId,
        acquiredAt: part.lot.acquiredAt,
        amount: part.amount,
        cost: part.cost,
        rule: 'lot',
      }),
    );
    const missing = taken.reduce((left, part) => left - part.amount, amount);
    return missing > 0n ? [...matches, uncovered(missing)] : matches;
  }

  /** Lots go along with their date and cost. What is not there brings none. */
  move(amount: Amount, from: string, to: string, picks: readonly Pick[]): void {
    if (this.#scope === 'portfolio') return;
    const queue = this.#queueOf(to);
    for (const { lot, amount: moved, cost } of this.#takeLots(amount, from, picks)) {
      queue.add({ ...lot, wallet: to, remaining: moved, cost });
    }
  }

  listOpen(): OpenLot[] {
    const open = [...this.#queues.values()].flatMap((queue) => queue.listOpen());
    return open.map(({ transactionId, acquiredAt, wallet, amount, remaining, cost }) => ({
      transactionId,
      acquiredAt,
      wallet: this.#scope === 'wallet' ? wallet : null,
      amount,
      remaining,
      cost,
    }));
  }

  #takeLots(amount: Amount, wallet: string, picks: readonly Pick[]): Taken[] {
    const queue = this.#queueOf(wallet);
    const taken: Taken[] = [];
    let wanted = amount;
    const keep = (parts: readonly Taken[]) => {
      for (const part of parts) wanted -= part.amount;
      taken.push(...parts);
    };
    if (this.#method === 'specific') {
      for (const pick of picks)
        keep(queue.pick(pick.transactionId, pick.amount < wanted ? pick.amount : wanted));
    }
    keep(queue.take(wanted));
    return taken;
  }

  #queueOf(wallet: string): LotQueue {
    const key = this.#scope === 'wallet' ? wallet : '';
    const known = this.#queues.get(key);
    if (known) return known;
    const made = new LotQueue(this.#method);
    this.#queues.set(key, made);
    return made;
  }
}
