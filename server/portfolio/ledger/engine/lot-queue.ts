import { type Amount, costOfPart, type Money, smaller } from './fixed-point.ts';
import type { Lot, Method } from './lot.ts';

type Compare = (a: Lot, b: Lot) => number;

const byPlace: Compare = (a, b) => a.order - b.order || (a.arrival ?? 0) - (b.arrival ?? 0);
const byAge: Compare = (a, b) => a.acquiredAt - b.acquiredAt || byPlace(a, b);

/** The highest unit cost of the remaining amount first; unknown costs last. */
const byUnitCost: Compare = (a, b) => {
  if (a.cost === null || b.cost === null) return Number(a.cost === null) - Number(b.cost === null);
  const [one, other] = [a.cost * b.remaining, b.cost * a.remaining];
  return one > other ? -1 : one < other ? 1 : 0;
};

const compares: Record<'place' | 'fifo' | 'lifo' | 'hifo', Compare> = {
  place: byPlace,
  fifo: byAge,
  // Among lots of the same instant, the earlier one comes first here too.
  lifo: (a, b) => b.acquiredAt - a.acquiredAt || byPlace(a, b),
  hifo: (a, b) => byUnitCost(a, b) || byAge(a, b),
};

export type LotMethod = Extract<Method, 'fifo' | 'lifo' | 'hifo' | 'specific'>;

/** A part taken from a lot. */
export interface Taken {
  readonly lot: Lot;
  readonly amount: Amount;
  readonly cost: Money | null;
}

/** The remaining parts of a transaction's lot, and their total. */
interface Named {
  readonly lots: Set<Lot>;
  remaining: Amount;
}

/** Open lots in a binary heap, in the order of a method, or by their place in the ledger. */
export class LotQueue {
  readonly #compare: Compare;
  readonly #heap: Lot[] = [];
  #arrivals = 0;
  /** The lots that the last transaction acquired, in order of arrival; none if it moved lots. */
  #newest: Lot[] = [];
  /** For picks. A lot may have been moved here in several parts. */
  readonly #byTransaction: Map<string, Named> | null;

  constructor(order: LotMethod | 'place') {
    this.#compare = compares[order === 'specific' ? 'fifo' : order];
    this.#byTransaction = order === 'specific' ? new Map() : null;
  }

  /** `isMoved`: the lot comes from another wallet, where its transaction acquired it earlier. */
  add(lot: Lot, isMoved = false): void {
    this.#arrivals += 1;
    lot.arrival = this.#arrivals;
    if (isMoved || this.#newest[0]?.transactionId !== lot.transactionId) this.#newest = [];
    // A lot may be moved in a million parts, of which nothing but `specific` picks any.
    if (!isMoved) this.#newest.push(lot);
    this.#heap.push(lot);
    this.#siftUp(this.#heap.length - 1);
    if (!this.#byTransaction) return;
    const named = this.#byTransaction.get(lot.transactionId) ?? { lots: new Set(), remaining: 0n };
    named.lots.add(lot);
    named.remaining += lot.remaining;
    this.#byTransaction.set(lot.transactionId, named);
  }

  /**
   * Takes from a transaction's lots until they are used up. Methods other than `specific` only pick those of the
   * newest transaction.
   */
  pick(transactionId: string, amount: Amount): Taken[] {
    const taken: Taken[] = [];
    let left = amount;
    for (const lot of this.#listNamed(transactionId)) {
      if (left === 0n) break;
      if (lot.remaining === 0n) continue;
      const part = this.#takePart(lot, left);
      left -= part.amount;
      taken.push(part);
      if (!this.#byTransaction) this.#place(lot);
    }
    return taken;
  }

  /** How much `pick` could take from the lots of a transaction. */
  remainingOf(transactionId: string): Amount {
    return this.#byTransaction?.get(transactionId)?.remaining ?? 0n;
  }

  #listNamed(transactionId: string): Iterable<Lot> {
    if (this.#byTransaction) return this.#byTransaction.get(transactionId)?.lots ?? [];
    return this.#newest[0]?.transactionId === transactionId ? this.#newest : [];
  }

  /** Takes lots in order and adds the parts to `taken`. Returns the amount that is missing. */
  take(amount: Amount, taken: Taken[]): Amount {
    let left = amount;
    while (left > 0n) {
      const lot = this.#heap[0];
      if (!lot) break;
      if (lot.remaining > 0n) {
        const part = this.#takePart(lot, left);
        left -= part.amount;
        taken.push(part);
      }
      if (lot.remaining === 0n) this.#removeFirst();
      // Rounding may have changed the unit cost of the remainder.
      else this.#siftDown(0);
    }
    return left;
  }

  /** What is left of the first lot, which may be empty; undefined if there is none. */
  get nextAmount(): Amount | undefined {
    return this.#heap[0]?.remaining;
  }

  /** Call it only if the first lot is empty. */
  dropFirst(): void {
    this.#removeFirst();
  }

  listOpen(): Lot[] {
    return this.#heap.filter(({ remaining }) => remaining > 0n).sort(this.#compare);
  }

  /**
   * Puts a lot that was picked back in order. By unit cost, an empty lot has no order, and rounding may have changed that of
   * others.
   */
  #place(lot: Lot): void {
    const heap = this.#heap;
    const index = this.#placeOf(lot);
    if (lot.remaining > 0n) {
      this.#siftUp(index);
      this.#siftDown(index);
      return;
    }
    const last = heap.pop()!;
    if (last === lot) return;
    heap[index] = last;
    this.#siftUp(index);
    this.#siftDown(index);
  }

  /** The newest lot has only moved up from the end, so that a hundred thousand others needn't be searched. */
  #placeOf(lot: Lot): number {
    for (let index = this.#heap.length - 1; index > 0; index = (index - 1) >> 1)
      if (this.#heap[index] === lot) return index;
    return this.#heap.indexOf(lot);
  }

  #removeFirst(): void {
    const last = this.#heap.pop()!;
    if (this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#siftDown(0);
  }

  /** An empty lot can no longer be named, but stays in the heap until it comes first. */
  #takePart(lot: Lot, left: Amount): Taken {
    const part = takePart(lot, left);
    const named = this.#byTransaction?.get(lot.transactionId);
    if (!named) return part;
    named.remaining -= part.amount;
    if (lot.remaining > 0n) return part;
    named.lots.delete(lot);
    if (named.lots.size === 0) this.#byTransaction?.delete(lot.transactionId);
    return part;
  }

  #siftUp(start: number): void {
    const heap = this.#heap;
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#compare(heap[parent]!, heap[index]!) <= 0) return;
      this.#swap(parent, index);
      index = parent;
    }
  }

  #siftDown(start: number): void {
    const heap = this.#heap;
    let index = start;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const isRight = right < heap.length && this.#compare(heap[right]!, heap[left]!) < 0;
      const child = isRight ? right : left;
      if (this.#compare(heap[index]!, heap[child]!) <= 0) return;
      this.#swap(index, child);
      index = child;
    }
  }

  #swap(a: number, b: number): void {
    [this.#heap[a], this.#heap[b]] = [this.#heap[b]!, this.#heap[a]!];
  }
}

function takePart(lot: Lot, left: Amount): Taken {
  const amount = smaller(left, lot.remaining);
  const cost = lot.cost === null ? null : costOfPart(lot.cost, amount, lot.remaining);
  lot.remaining -= amount;
  if (lot.cost !== null && cost !== null) lot.cost -= cost;
  return { lot, amount, cost };
}
