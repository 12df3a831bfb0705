import type { Movement } from './movements.ts';
import { compare, divide, minus, plus, type Rational, read, smaller } from './rational.ts';
import type { ReferenceOptions } from './reference-figures.ts';
import { type Part, type RemainingLot, shortage, takePart } from './reference-lots.ts';

/** What is left of a coin, for all methods except `uk`: a list of lots that is searched each time. */
export class Stock {
  readonly #lots: RemainingLot[] = [];
  readonly #options: ReferenceOptions;

  constructor(options: ReferenceOptions) {
    this.#options = options;
  }

  add(lot: RemainingLot): void {
    const isPooled = this.#options.method === 'average' && lot.cost !== null;
    const pool =
      isPooled && this.#lots.find((one) => one.cost !== null && this.#isUsableFor(one, lot.wallet));
    if (pool) {
      pool.left = plus(pool.left, lot.left);
      pool.cost = plus(pool.cost!, lot.cost!);
    } else this.#lots.push(isPooled ? { ...lot, id: null, acquiredAt: null } : { ...lot });
  }

  take(amount: Rational, { tx, isFee }: Movement): Part[] {
    const { method } = this.#options;
    const parts: Part[] = [];
    let wanted = amount;
    const takeFrom = (lot: RemainingLot, limit: Rational) => {
      const part = smaller(smaller(limit, wanted), lot.left);
      if (part.n === 0n) return part;
      parts.push(takePart(lot, part, method === 'average' ? 'pool' : 'lot'));
      wanted = minus(wanted, part);
      return part;
    };
    const isPicked = method === 'specific' && (!isFee || tx.type === 'fee');
    for (const pick of isPicked ? tx.lots : []) {
      let left = read(pick.amount);
      for (const lot of this.#lots)
        if (lot.id === pick.transactionId && this.#isUsableFor(lot, tx.wallet))
          left = minus(left, takeFrom(lot, left));
    }
    for (let lot = this.#next(tx.wallet); wanted.n > 0n && lot; lot = this.#next(tx.wallet))
      takeFrom(lot, wanted);
    return wanted.n > 0n ? [...parts, shortage(wanted)] : parts;
  }

  /** Lists the lots in the order of their disposal. */
  listLeft(): RemainingLot[] {
    const left = this.#lots.filter((lot) => lot.left.n > 0n);
    return left.sort((a, b) => this.#compare(a, b));
  }

  #isUsableFor(lot: RemainingLot, wallet: string): boolean {
    return this.#options.scope === 'portfolio' || lot.wallet === wallet;
  }

  #next(wallet: string): RemainingLot | undefined {
    return this.listLeft().find((lot) => this.#isUsableFor(lot, wallet));
  }

  #compare(a: RemainingLot, b: RemainingLot): number {
    const { method } = this.#options;
    // The pool first, then the lots of unknown cost, which are kept out of it, in order of arrival.
    if (method === 'average') return Number(a.cost === null) - Number(b.cost === null);
    const older = a.acquiredAt! - b.acquiredAt! || a.order - b.order;
    if (method === 'lifo') return b.acquiredAt! - a.acquiredAt! || a.order - b.order;
    if (method !== 'hifo') return older;
    if (a.cost === null || b.cost === null) return Number(a.cost === null) - Number(b.cost === null) || older;
    return compare(divide(b.cost, b.left), divide(a.cost, a.left)) || older;
  }
}
