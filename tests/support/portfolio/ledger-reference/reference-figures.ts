import { type Movement, readMovements, type TransactionEffects } from './movements.ts';
import type { PlainTransaction, PlainValues } from './plain-transaction.ts';
import { divide, minus, plus, type Rational, read, round, write, zero } from './rational.ts';
import { matchByDays } from './reference-days.ts';
import type { Part, RemainingLot } from './reference-lots.ts';
import { Stock } from './reference-stock.ts';
import { sortTransactions } from './sort-transactions.ts';

/*
 * A second ledger implementation, only for tests: exact fractions, and a search through all lots for each part of a
 * disposal. Slow, but short enough to be checked against the contract by reading.
 */

export interface ReferenceOptions {
  readonly method: 'fifo' | 'lifo' | 'hifo' | 'average' | 'specific' | 'uk';
  readonly scope: 'portfolio' | 'wallet';
  readonly currency: string;
  readonly values: PlainValues;
}

/** A coin's figures as text, for comparison. */
export interface ReferenceCoin {
  readonly coin: string;
  readonly amount: string;
  readonly wallets: Record<string, string>;
  readonly costBasis: string | null;
  readonly averageCost: string | null;
  readonly unknownCostAmount: string;
  readonly realized: string | null;
  readonly income: string | null;
  readonly fees: string | null;
  readonly lots: readonly string[];
  readonly disposals: readonly string[];
}

interface MatchedMovement {
  readonly movement: Movement;
  readonly parts: readonly Part[];
}

/** Calculates the figures of every coin, sorted by coin. */
export function referenceFigures(
  transactions: readonly PlainTransaction[],
  options: ReferenceOptions,
): ReferenceCoin[] {
  const effects = sortTransactions(transactions).map((tx) =>
    readMovements(tx, options.currency, options.values),
  );
  const coins = new Set(
    transactions.flatMap((tx) => [tx.in, tx.out, tx.fee].flatMap((leg) => leg?.coin ?? [])),
  );
  return [...coins].sort().map((coin) => figuresOfCoin(coin, effects, options));
}

function figuresOfCoin(
  coin: string,
  effects: readonly TransactionEffects[],
  options: ReferenceOptions,
): ReferenceCoin {
  const movements = effects.flatMap((one) => one.movements).filter((movement) => movement.coin === coin);
  const { wallets, gone, left } = follow(movements, options);
  const known = left.filter(({ cost }) => cost !== null);
  const costBasis = sumOfKnown(left.map(({ cost }) => cost));
  const held = sum(known.map((lot) => lot.left));
  return {
    coin,
    amount: write(sum(Object.values(wallets))),
    wallets: Object.fromEntries(Object.entries(wallets).map(([wallet, amount]) => [wallet, write(amount)])),
    costBasis: text(costBasis),
    averageCost: costBasis && held.n > 0n ? write(round(divide(costBasis, held))) : null,
    unknownCostAmount: write(minus(sum(left.map((lot) => lot.left)), held)),
    realized: text(sumOfKnown(gone.map(({ movement, parts }) => readGain(movement, parts).gain))),
    income: text(sumOfKnown(effects.flatMap(({ income }) => (income?.coin === coin ? [income.money] : [])))),
    fees: text(sumOfKnown(effects.flatMap(({ fee }) => (fee?.coin === coin ? [fee.money] : [])))),
    lots: left.map((lot) => `${lot.id} ${lot.acquiredAt} ${write(lot.left)} ${text(lot.cost)}`),
    disposals: gone.map(({ movement, parts }) => writeDisposal(movement, parts)),
  };
}

/** Follows one coin from its first movement to its last. */
function follow(movements: readonly Movement[], options: ReferenceOptions) {
  const wallets: Record<string, Rational> = {};
  const change = (wallet: string, amount: Rational) => {
    wallets[wallet] = plus(wallets[wallet] ?? zero, amount);
  };
  const stock = new Stock(options);
  const arrivals: Parameters<typeof matchByDays>[0][number][] = [];
  const outgoing: Movement[] = [];
  const parts: Part[][] = [];

  const receive = (lot: RemainingLot, at: number, isForPool: boolean) => {
    if (options.method === 'uk') arrivals.push({ lot, at, isForPool });
    else stock.add(lot);
    change(lot.wallet, lot.left);
  };

  for (const [order, movement] of movements.entries()) {
    const { tx, amount, does, money: cost } = movement;
    if (does === 'come') {
      const lot = {
        id: tx.id,
        acquiredAt: tx.acquiredAt ?? tx.at,
        order,
        wallet: tx.wallet,
        left: amount,
        cost,
      };
      receive(lot, tx.at, tx.type === 'opening' && tx.isDateAssumed);
      continue;
    }
    const balance = wallets[tx.wallet] ?? zero;
    const missing = minus(amount, balance);
    if (tx.wallet === 'elsewhere' && missing.n > 0n) {
      const lot = { id: tx.id, acquiredAt: tx.at, order, wallet: 'elsewhere', left: missing, cost: null };
      receive(lot, tx.at, true);
    }
    change(tx.wallet, minus(zero, amount));
    if (does === 'move') {
      change(tx.toWallet!, amount);
      if (options.scope === 'portfolio' || options.method === 'uk') continue;
      for (const part of stock.take(amount, movement)) {
        if (part.rule === 'none') continue;
        const { id, acquiredAt, order: age, amount: moved, cost: movedCost } = part;
        stock.add({ id, acquiredAt, order: age, wallet: tx.toWallet!, left: moved, cost: movedCost });
      }
      continue;
    }
    outgoing.push(movement);
    if (options.method !== 'uk') parts.push(stock.take(amount, movement));
  }

  if (options.method !== 'uk') return { wallets, gone: pair(outgoing, parts), left: stock.listLeft() };
  const departures = outgoing.map(({ tx, amount }) => ({ at: tx.at, amount }));
  const matched = matchByDays(arrivals, departures);
  return { wallets, gone: pair(outgoing, matched.parts), left: matched.left };
}

const pair = (movements: readonly Movement[], parts: readonly Part[][]): MatchedMovement[] =>
  movements.map((movement, index) => ({ movement, parts: parts[index]! }));

function readGain({ money, isAtCost }: Movement, parts: readonly Part[]) {
  const costs = parts.map(({ cost }) => cost);
  const cost = costs.includes(null) ? null : sum(costs.map((one) => one!));
  const proceeds = isAtCost ? cost : money;
  return { proceeds, cost, gain: proceeds && cost && minus(proceeds, cost) };
}

function writeDisposal(movement: Movement, parts: readonly Part[]): string {
  const { proceeds, cost, gain } = readGain(movement, parts);
  const matches = parts.map(
    ({ id, acquiredAt, amount, cost: part, rule }) =>
      `${id} ${acquiredAt} ${write(amount)} ${text(part)} ${rule}`,
  );
  const { tx, amount, isFee } = movement;
  return [tx.id, isFee, write(amount), text(proceeds), text(cost), text(gain), ...matches].join(' | ');
}

const text = (value: Rational | null) => value && write(value);
const sum = (values: readonly Rational[]) => values.reduce(plus, zero);

/** The sum of the known values. Null if there are values and none is known. */
function sumOfKnown(values: readonly (Rational | null)[]): Rational | null {
  const known = values.filter((value) => value !== null);
  return values.length > 0 && known.length === 0 ? null : sum(known);
}

/** The total known cost of a coin that came in. The costs of its disposals and of what is left must add up to it. */
export function costOfAll(
  transactions: readonly PlainTransaction[],
  options: ReferenceOptions,
  coin: string,
): string {
  const movements = transactions.flatMap(
    (tx) => readMovements(tx, options.currency, options.values).movements,
  );
  const costs = movements.flatMap((one) => (one.does === 'come' && one.coin === coin ? [one.money] : []));
  return write(sum(costs.map((cost) => cost ?? read('0'))));
}
