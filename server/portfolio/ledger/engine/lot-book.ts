import type { LotPick } from './entry.ts';
import { type Amount, smaller } from './fixed-point.ts';
import { type Book, type Lot, type Match, type OpenLot, type Scope, type Taking, uncovered } from './lot.ts';
import { type LotMethod, LotQueue, type Taken } from './lot-queue.ts';
import type { MoveBudget } from './move-budget.ts';

/** Lots used in the order of a method, over all wallets together or in each separately. */
export class LotBook implements Book {
  readonly #method: LotMethod;
  readonly #scope: Scope;
  readonly #moves: MoveBudget | undefined;
  readonly #queues = new Map<string, LotQueue>();

  constructor(method: LotMethod, scope: Scope, moves?: MoveBudget) {
    this.#method = method;
    this.#scope = scope;
    this.#moves = moves;
  }

  acquire(lot: Lot): void {
    this.#queueOf(lot.wallet).add(lot);
  }

  take(amount: Amount, wallet: string, picks: readonly LotPick[]): Taking {
    const { taken, missing, isPickMissing } = this.#takeLots(amount, wallet, picks);
    const matches = taken.map(toMatch);
    if (missing > 0n) matches.push(uncovered(missing));
    return { matches, isPickMissing };
  }

  /** Lots keep their date and cost. Missing coins move without a lot. */
  move(amount: Amount, from: string, to: string, picks: readonly LotPick[]): boolean {
    if (this.#scope === 'portfolio') return false;
    const queue = this.#queueOf(to);
    const { taken, isPickMissing } = this.#takeLots(amount, from, picks);
    this.#moves?.take(taken.length);
    for (const { lot, amount: moved, cost } of taken)
      queue.add({ ...lot, wallet: to, remaining: moved, cost }, true);
    return isPickMissing;
  }

  /**
   * Like `take` without its matches, or with `to` like `move`, but yields after each lot: one transaction may use a hundred
   * thousand, which takes more than half a second.
   */
  *takeByLot(amount: Amount, from: string, to: string | null, picks: readonly LotPick[]): Generator<void> {
    if (to !== null && this.#scope === 'portfolio') return;
    const queue = this.#queueOf(from);
    const target = to === null ? null : this.#queueOf(to);
    let left = amount;
    const use = (parts: readonly Taken[]) => {
      for (const { lot, amount: part, cost } of parts) {
        left -= part;
        if (!target) continue;
        this.#moves?.take(1);
        target.add({ ...lot, wallet: to!, remaining: part, cost }, true);
      }
    };
    for (const pick of picks) {
      use(queue.pick(pick.transactionId, smaller(pick.amount, left)));
      yield;
    }
    for (let next = queue.nextAmount; left > 0n && next !== undefined; next = queue.nextAmount) {
      const taken: Taken[] = [];
      if (next === 0n) queue.dropFirst();
      else queue.take(smaller(next, left), taken);
      use(taken);
      yield;
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

  /** What is left of a named lot; only `specific` finds lots by their transaction. */
  remainingOf(transactionId: string, wallet: string): Amount {
    return this.#queueOf(wallet).remainingOf(transactionId);
  }

  /** Takes from the named lots first, as far as they go, then from the others in order. */
  #takeLots(amount: Amount, wallet: string, picks: readonly LotPick[]) {
    const queue = this.#queueOf(wallet);
    const taken: Taken[] = [];
    let wanted = amount;
    let isPickMissing = false;
    for (const pick of picks) {
      if (this.#method !== 'specific' && !pick.isBinding) continue;
      let missing = smaller(pick.amount, wanted);
      for (const part of queue.pick(pick.transactionId, missing)) {
        taken.push(part);
        wanted -= part.amount;
        missing -= part.amount;
      }
      isPickMissing ||= missing > 0n;
    }
    return { taken, missing: queue.take(wanted, taken), isPickMissing };
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

function toMatch({ lot: { transactionId, acquiredAt }, amount, cost }: Taken): Match {
  return { transactionId, acquiredAt, amount, cost, rule: 'lot' };
}
