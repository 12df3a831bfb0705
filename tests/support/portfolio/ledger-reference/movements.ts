import type { PlainLeg, PlainTransaction, PlainValues } from './plain-transaction.ts';
import { divide, minus, plus, type Rational, read, round, times, zero } from './rational.ts';

/** One effect of a transaction on a coin. */
export interface Movement {
  readonly tx: PlainTransaction;
  readonly coin: string;
  readonly does: 'come' | 'go' | 'move';
  readonly amount: Rational;
  /** Cost of what comes in, or proceeds of what goes out. Null if not known. */
  readonly money: Rational | null;
  readonly isAtCost: boolean;
  readonly isFee: boolean;
}

/** The effects of a transaction on coins, and on the sums of fees and income. */
export interface TransactionEffects {
  readonly movements: Movement[];
  readonly fee: { readonly coin: string | null; readonly money: Rational | null } | null;
  readonly income: { readonly coin: string; readonly money: Rational | null } | null;
}

type Maybe = Rational | null;
const both = (a: Maybe, b: Maybe, join: typeof plus): Maybe => (a && b ? join(a, b) : null);

/** Lists a transaction's effects. Follows part 9 of the contract line by line. */
export function readMovements(
  tx: PlainTransaction,
  currency: string,
  values: PlainValues,
): TransactionEffects {
  const day = new Date(tx.at).toISOString().slice(0, 10);
  const rateOf = (name: string): Maybe => {
    if (name === 'USD') return read('1');
    const rate = values.rates.get(`${name} ${day}`);
    return rate === undefined ? null : read(rate);
  };
  const inCurrency = (money: Rational, name: string): Maybe => {
    if (name === currency) return money;
    const [from, to] = [rateOf(name), rateOf(currency)];
    return from && to ? round(divide(times(money, to), from)) : null;
  };
  const closeOf = ({ coin }: PlainLeg) => values.closes.get(`${coin} ${day}`);
  const market = (leg: PlainLeg): Maybe => {
    const close = closeOf(leg);
    return close === undefined ? null : inCurrency(times(read(leg.amount), read(close)), 'USD');
  };
  const worth = (leg: PlainLeg) => inCurrency(read(leg.amount), leg.currency!);

  const moneyLeg = [tx.in, tx.out].find((leg) => leg?.currency) ?? null;
  const stated = moneyLeg ?? tx.value;

  const feeMoney = (): Maybe => {
    const { fee } = tx;
    if (!fee) return zero;
    if (fee.currency) return worth(fee);
    const leg = [tx.in, tx.out].find((one) => one?.coin === fee.coin);
    if (!leg || !stated) return market(fee);
    const whole = worth(stated);
    return whole && round(divide(times(whole, read(fee.amount)), read(leg.amount)));
  };

  const fee = feeMoney();
  const movements: Movement[] = [];
  const note = (leg: PlainLeg, does: Movement['does'], money: Maybe, flags: Partial<Movement> = {}) =>
    movements.push({
      tx,
      coin: leg.coin!,
      does,
      amount: read(leg.amount),
      money,
      isAtCost: false,
      isFee: false,
      ...flags,
    });

  let alone: Maybe = zero;
  let income: TransactionEffects['income'] = null;
  if (tx.type === 'buy' || tx.type === 'opening') {
    note(tx.in!, 'come', both(tx.out && worth(tx.out), fee, plus));
  } else if (tx.type === 'income' || tx.type === 'gift_in') {
    const value = tx.value ? worth(tx.value) : market(tx.in!);
    if (tx.type === 'income') income = { coin: tx.in!.coin!, money: value };
    note(tx.in!, 'come', both(value, fee, plus));
  } else if (tx.type === 'sell') {
    note(tx.out!, 'go', both(worth(tx.in!), fee, minus));
  } else if (tx.type === 'spend') {
    note(tx.out!, 'go', both(tx.value ? worth(tx.value) : market(tx.out!), fee, minus));
  } else if (tx.type === 'loss') {
    note(tx.out!, 'go', both(zero, fee, minus));
  } else if (tx.type === 'gift_out') {
    note(tx.out!, 'go', null, { isAtCost: true });
  } else if (tx.type === 'swap') {
    const value = tx.value ? worth(tx.value) : market(closeOf(tx.out!) === undefined ? tx.in! : tx.out!);
    note(tx.out!, 'go', value);
    note(tx.in!, 'come', both(value, fee, plus));
  } else if (tx.type === 'transfer') {
    note(tx.out!, 'move', null);
  } else {
    alone = tx.out!.currency || tx.value ? worth(tx.value ?? tx.out!) : market(tx.out!);
    if (tx.out!.coin) note(tx.out!, 'go', alone, { isFee: true });
  }
  if (tx.fee?.coin) note(tx.fee, 'go', fee, { isFee: true });

  const paid = both(alone, fee, plus);
  const coin = tx.in?.coin ?? tx.out?.coin ?? tx.fee?.coin ?? null;
  return { movements, income, fee: paid && paid.n === 0n ? null : { coin, money: paid } };
}
