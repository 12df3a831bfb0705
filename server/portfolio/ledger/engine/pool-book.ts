import { type Amount, costOfPart, type Money, smaller } from './fixed-point.ts';
import { type Book, type Lot, type Match, type OpenLot, type Scope, type Taking, uncovered } from './lot.ts';
import { LotQueue, type Taken } from './lot-queue.ts';
import type { MoveBudget } from './move-budget.ts';

/** `order`: the ledger position of a lot of unknown cost. */
type PoolMatch = Match & { readonly order: number };

/** A sum of coins and cost, plus a separate ordered list of coins of unknown cost. */
export class Pool {
  amount: Amount = 0n;
  cost: Money = 0n;
  /** A queue, because a lot that arrives by transfer may be older than a hundred thousand that are already here. */
  readonly #unknown = new LotQueue('place');

  add(lot: Lot): void {
    if (lot.remaining === 0n) return;
    if (lot.cost === null) {
      // No lot in a pool can be picked, so none needs to be remembered as new.
      this.#unknown.add(lot, true);
      return;
    }
    this.amount += lot.remaining;
    this.cost += lot.cost;
  }

  /** Takes as much as possible, coins of known cost first. */
  take(wanted: Amount): Match[] {
    return this.takeParts(wanted).map(({ transactionId, acquiredAt, amount, cost, rule }) => ({
      transactionId,
      acquiredAt,
      amount,
      cost,
      rule,
    }));
  }

  /** Like `take`, with ledger positions. */
  takeParts(wanted: Amount): PoolMatch[] {
    const matches: PoolMatch[] = [];
    const part = smaller(wanted, this.amount);
    if (part > 0n) {
      const cost = costOfPart(this.cost, part, this.amount);
      this.amount -= part;
      this.cost -= cost;
      matches.push({ transactionId: null, acquiredAt: null, amount: part, cost, rule: 'pool', order: 0 });
    }
    const taken: Taken[] = [];
    this.#unknown.take(wanted - part, taken);
    for (const { lot, amount } of taken) {
      const { transactionId, acquiredAt, order } = lot;
      matches.push({ transactionId, acquiredAt, amount, cost: null, rule: 'pool', order });
    }
    return matches;
  }

  listOpen(wallet: string | null): OpenLot[] {
    const { amount, cost } = this;
    const whole = { transactionId: null, acquiredAt: null, wallet, amount, remaining: amount, cost };
    const unknown = this.#unknown.listOpen().map((lot) => ({
      transactionId: lot.transactionId,
      acquiredAt: lot.acquiredAt,
      wallet,
      amount: lot.amount,
      remaining: lot.remaining,
      cost: null,
    }));
    return amount > 0n ? [whole, ...unknown] : unknown;
  }
}

/** Average cost: one pool per coin, or one per wallet. */
export class PoolBook implements Book {
  readonly #scope: Scope;
  readonly #moves: MoveBudget | undefined;
  readonly #pools = new Map<string, Pool>();

  constructor(scope: Scope, moves?: MoveBudget) {
    this.#scope = scope;
    this.#moves = moves;
  }

  acquire(lot: Lot): void {
    this.#poolOf(lot.wallet).add(lot);
  }

  take(amount: Amount, wallet: string): Taking {
    const matches = this.#poolOf(wallet).take(amount);
    const missing = matches.reduce((left, match) => left - match.amount, amount);
    if (missing > 0n) matches.push(uncovered(missing));
    return { matches, isPickMissing: false };
  }

  move(amount: Amount, from: string, to: string): boolean {
    if (this.#scope === 'portfolio') return false;
    const target = this.#poolOf(to);
    const parts = this.#poolOf(from).takeParts(amount);
    this.#moves?.take(parts.length);
    for (const match of parts) {
      target.add({
        transactionId: match.transactionId ?? '',
        acquiredAt: match.acquiredAt ?? 0,
        order: match.order,
        wallet: to,
        amount: match.amount,
        remaining: match.amount,
        cost: match.cost,
      });
    }
    return false;
  }

  listOpen(): OpenLot[] {
    return [...this.#pools].flatMap(([wallet, pool]) =>
      pool.listOpen(this.#scope === 'wallet' ? wallet : null),
    );
  }

  #poolOf(wallet: string): Pool {
    const key = this.#scope === 'wallet' ? wallet : '';
    const known = this.#pools.get(key);
    if (known) return known;
    const made = new Pool();
    this.#pools.set(key, made);
    return made;
  }
}
