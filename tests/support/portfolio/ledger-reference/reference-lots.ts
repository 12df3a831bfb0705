import { divide, minus, type Rational, round, times } from './rational.ts';

/** A lot or pool: the coins left in it, with their cost (null if not known). `id` is null for a pool. */
export interface RemainingLot {
  readonly id: string | null;
  readonly acquiredAt: number | null;
  readonly order: number;
  readonly wallet: string;
  left: Rational;
  cost: Rational | null;
}

/** The part of a disposal that was taken from one lot or pool. `none`: no lot covered it. */
export interface Part {
  readonly id: string | null;
  readonly acquiredAt: number | null;
  readonly order: number;
  readonly amount: Rational;
  readonly cost: Rational | null;
  readonly rule: 'lot' | 'pool' | 'same_day' | 'thirty_days' | 'none';
}

/** Takes a part of a lot. Its cost is cost × part ÷ whole, rounded; the last part takes the rest. */
export function takePart(lot: RemainingLot, amount: Rational, rule: Part['rule']): Part {
  const isLast = minus(lot.left, amount).n === 0n;
  const cost = lot.cost && (isLast ? lot.cost : round(divide(times(lot.cost, amount), lot.left)));
  lot.left = minus(lot.left, amount);
  lot.cost = lot.cost && minus(lot.cost, cost!);
  return { id: lot.id, acquiredAt: lot.acquiredAt, order: lot.order, amount, cost, rule };
}

/** The part of a disposal that no lot covers. */
export const shortage = (amount: Rational): Part => ({
  id: null,
  acquiredAt: null,
  order: 0,
  amount,
  cost: null,
  rule: 'none',
});
