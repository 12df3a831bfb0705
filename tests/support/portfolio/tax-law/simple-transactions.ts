import fc from 'fast-check';
import type { LedgerEntry } from '../../../../server/portfolio/ledger/engine/entry.ts';
import { entryOf } from '../ledger-entries.ts';

/** Closes, the same on every day; each currency is worth a dollar. */
export const closes = { bitcoin: 20, ethereum: 7, token: 2 };
type Coin = keyof typeof closes;

/** A transaction as the law sees it, in plain numbers and with nothing unknown. */
export interface SimpleTransaction {
  readonly id: string;
  readonly at: number;
  readonly type: 'buy' | 'sell' | 'swap' | 'spend' | 'income' | 'gift_in' | 'gift_out' | 'transfer';
  readonly coin: Coin;
  readonly amount: number;
  /** The value of what is bought, sold, given or received. */
  readonly money: number;
  /** Paid in money, in the coin itself or in a third coin. */
  readonly fee: { readonly of: 'money' | Coin; readonly amount: number } | null;
  /** What comes in with a swap. */
  readonly other: { readonly coin: Coin; readonly amount: number } | null;
  readonly wallet: string;
  readonly toWallet: string | null;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const start = Date.UTC(2023, 0, 1);
const otherWallet = (wallet: string) => (wallet === 'main' ? 'cold' : 'main');

interface Step {
  readonly day: number;
  readonly minute: number;
  readonly type: SimpleTransaction['type'];
  readonly coin: 'bitcoin' | 'ethereum';
  readonly amount: number;
  readonly money: number;
  readonly fee: 'none' | 'money' | 'token' | 'same';
  readonly wallet: string;
}

/** Steps on days close together or around the turn of the year, at times that are another day in other time zones. */
const anyStep: fc.Arbitrary<Step> = fc.record({
  day: fc.oneof(
    fc.integer({ min: 0, max: 1090 }),
    fc.integer({ min: 355, max: 430 }),
    fc.constantFrom(59, 364, 365, 366, 424, 425, 460, 461, 730, 731, 790),
  ),
  minute: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1370, max: 1439 })),
  type: fc.constantFrom(
    'buy',
    'buy',
    'sell',
    'sell',
    'swap',
    'spend',
    'income',
    'gift_in',
    'gift_out',
    'transfer',
  ),
  coin: fc.constantFrom('bitcoin', 'ethereum'),
  amount: fc.integer({ min: 1, max: 9 }),
  money: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constant(0)),
  fee: fc.constantFrom('none', 'none', 'money', 'token', 'same'),
  wallet: fc.constantFrom('main', 'main', 'cold'),
});

/** Random transactions in chronological order; nobody sells more than they hold. */
export const anyTransactions: fc.Arbitrary<SimpleTransaction[]> = fc
  .uniqueArray(anyStep, { minLength: 4, maxLength: 30, selector: ({ day, minute }) => `${day} ${minute}` })
  .map((steps) => {
    const sorted = steps.toSorted((a, b) => a.day - b.day || a.minute - b.minute);
    const held = new Map<string, number>();
    const stock = ['main', 'cold'].map((wallet, index): SimpleTransaction => {
      held.set(`token ${wallet}`, 100);
      const at = start - (20 + index) * dayMs;
      const none = { fee: null, other: null, toWallet: null };
      return {
        ...none,
        id: `stock-${index}`,
        at,
        type: 'buy',
        coin: 'token',
        amount: 100,
        money: 150,
        wallet,
      };
    });
    return [...stock.reverse(), ...sorted.map((step, index) => toTransaction(step, index, held))];
  });

/** A step that can’t be carried out becomes a purchase. */
function toTransaction(step: Step, index: number, held: Map<string, number>): SimpleTransaction {
  const { coin, wallet, day, minute } = step;
  const balanceOf = (of: string, place = wallet) => held.get(`${of} ${place}`) ?? 0;
  const move = (of: string, amount: number, place = wallet) =>
    held.set(`${of} ${place}`, balanceOf(of, place) + amount);
  const isComing = step.type === 'buy' || step.type === 'income' || step.type === 'gift_in';
  const feeAmount = step.fee === 'same' ? 0.5 : 1;
  const needed = step.amount + (step.fee === 'same' ? feeAmount : 0);
  const type = isComing || balanceOf(coin) >= needed ? step.type : 'buy';
  const hasFee = type === 'buy' || type === 'sell' || (type === 'swap' && step.fee !== 'same');
  const canPay = step.fee !== 'token' || balanceOf('token') >= 1;
  const fee =
    !hasFee || !canPay || step.fee === 'none'
      ? null
      : { of: step.fee === 'same' ? coin : step.fee, amount: feeAmount };
  const other: SimpleTransaction['other'] =
    type === 'swap' ? { coin: coin === 'bitcoin' ? 'ethereum' : 'bitcoin', amount: step.amount + 1 } : null;
  const toWallet = type === 'transfer' ? otherWallet(wallet) : null;
  const comes = type === 'buy' || type === 'income' || type === 'gift_in';
  move(coin, comes ? step.amount : -step.amount);
  if (toWallet) move(coin, step.amount, toWallet);
  if (other) move(other.coin, other.amount);
  if (fee && fee.of !== 'money') move(fee.of, -fee.amount);
  const at = start + day * dayMs + minute * minuteMs;
  const { amount, money } = step;
  return {
    id: `d${String(index).padStart(3, '0')}`,
    at,
    type,
    coin,
    amount,
    money,
    fee,
    other,
    wallet,
    toWallet,
  };
}

/** The transactions as ledger entries. */
export function toEntries(transactions: readonly SimpleTransaction[], currency: string): LedgerEntry[] {
  return transactions.map((transaction) => {
    const { id, at, type, coin, amount, money, fee, other, wallet, toWallet } = transaction;
    const coins = `${amount} ${coin}`;
    const worth = `${money} ${currency}`;
    const sides = {
      buy: { in: coins, out: worth },
      sell: { in: worth, out: coins },
      swap: { in: `${other?.amount} ${other?.coin}`, out: coins, value: worth },
      spend: { out: coins, value: worth },
      income: { in: coins, value: worth },
      gift_in: { in: coins, value: worth },
      gift_out: { out: coins },
      transfer: { out: coins },
    }[type];
    const feeText = fee && `${fee.amount} ${fee.of === 'money' ? currency : fee.of}`;
    const given = type === 'gift_in' ? { acquiredAt: at } : {};
    const time = new Date(at).toISOString();
    return entryOf(
      id,
      type,
      time,
      { ...sides, ...(feeText && { fee: feeText }) },
      { wallet, toWallet, ...given },
    );
  });
}

/** The value of the fee. A fee in the transaction's coin counts at the price that `money` implies, others at the close. */
export function feeValue({ fee, coin, amount, money }: SimpleTransaction): number {
  if (fee === null) return 0;
  if (fee.of === 'money') return fee.amount;
  return fee.of === coin ? (money * fee.amount) / amount : fee.amount * closes[fee.of];
}

/** A coin that comes in or goes out. `money`: its cost, or the proceeds. */
export interface Movement {
  readonly transaction: SimpleTransaction;
  readonly kind: 'in' | 'out' | 'transfer';
  readonly isFee: boolean;
  readonly coin: Coin;
  readonly amount: number;
  readonly money: number;
}

interface CommonRules {
  readonly giftsAt: 'market' | 'given';
  /** From this instant, a swap’s fee is taken off the proceeds; before, it is added to the cost of what comes in. */
  readonly swapFeesFrom?: number;
}

/**
 * Lists what comes in and goes out by the common rules: a fee is added to the cost or taken off the proceeds, and a fee
 * in coins is a disposal as well.
 */
export function listMovements(
  transactions: readonly SimpleTransaction[],
  { giftsAt, swapFeesFrom = Number.POSITIVE_INFINITY }: CommonRules,
): Movement[] {
  return transactions.flatMap((transaction) => {
    const { type, coin, amount, money, fee, other } = transaction;
    const paid = feeValue(transaction);
    const market = amount * closes[coin];
    const row = (kind: Movement['kind'], worth: number, of: Coin = coin, count = amount): Movement => ({
      ...{ transaction, kind, isFee: false, coin: of, amount: count, money: worth },
    });
    const rows: Movement[] = [];
    if (type === 'buy') rows.push(row('in', money + paid));
    if (type === 'income') rows.push(row('in', money));
    if (type === 'gift_in') rows.push(row('in', giftsAt === 'market' ? market : money));
    if (type === 'sell' || type === 'spend') rows.push(row('out', money - paid));
    if (type === 'gift_out') rows.push(row('out', market));
    if (type === 'transfer') rows.push(row('transfer', 0));
    if (type === 'swap' && other) {
      const [off, on] = transaction.at >= swapFeesFrom ? [paid, 0] : [0, paid];
      rows.push(row('out', money - off), row('in', money + on, other.coin, other.amount));
    }
    if (fee && fee.of !== 'money') rows.push({ ...row('out', paid, fee.of, fee.amount), isFee: true });
    return rows;
  });
}

/** Returns a function that gives the local day in a time zone, such as `2024-02-29`. */
export function dayIn(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  return (at) => format.format(at);
}

/** The day that is `days` after another. A negative number goes back. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
