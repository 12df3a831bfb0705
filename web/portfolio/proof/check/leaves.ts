import { compareText, divide, type Money, parse, refuse, times, unit } from './units.ts';

export type Fields = Record<string, unknown>;
export type Leaf = Fields & { id: string; kind: string; day?: string; coinId?: string; currency?: string };
export type Leg = { coinId?: string; currency?: string; amount: string };
export type Pick = { transactionId: string; amount: string };
type Legs = { in: Leg | null; out: Leg | null; fee: Leg | null; value: Leg | null; lots: Pick[] | null };
type Texts = Record<'transactionId' | 'type' | 'occurredAt' | 'createdAt' | 'wallet', string>;
type MaybeTexts = Record<'identity' | 'acquiredAt' | 'toWallet', string | null>;
/** `isFeeOfGiven`: a country's rule makes a swap's fee a cost of the coin given away. */
export type Entry = Leaf & Legs & Texts & MaybeTexts & { isDateAssumed: boolean; isFeeOfGiven?: boolean };
export const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
const ranks = 'buy income gift_in opening|swap transfer|sell gift_out spend loss fee'.split('|');
/** Sort key of a transaction, as specified: instant, rank of its type, imported ones first, creation, id. */
function placeOf({ occurredAt, type, identity, createdAt, transactionId }: Entry): string {
  const rank = ranks.findIndex((types) => types.split(' ').includes(type));
  return [occurredAt, rank, Number(identity === null), identity ?? '', createdAt, transactionId].join('\n');
}

/** Finds leaves by their content, and tracks which are used. */
export class Leaves {
  readonly entries: Entry[];
  readonly used = new Set<string>();
  readonly inputs = new Set<string>();
  readonly #others: ReadonlyMap<string, Leaf>;
  readonly #currency: string;
  constructor(leaves: readonly Leaf[], currency: string) {
    this.#currency = currency;
    this.entries = leaves.filter(({ kind }) => kind === 'transaction') as Entry[];
    const others = leaves.filter(({ kind }) => kind !== 'transaction');
    const keyOf = (leaf: Leaf) => `${leaf.kind} ${leaf.coinId ?? leaf.currency} ${leaf.day}`;
    this.#others = new Map(others.map((leaf) => [keyOf(leaf), leaf]));
    const byPlace = (a: Entry, b: Entry) => compareText(placeOf(a), placeOf(b));
    const sorted = [...this.entries.toSorted(byPlace), ...others.sort((a, b) => compareText(a.id, b.id))];
    const isMoved = ({ id }: Leaf, index: number) => leaves[index]?.id !== id || leaves[index + 1]?.id === id;
    if (this.#others.size < others.length || sorted.some(isMoved))
      refuse('the leaves are not in their order');
  }
  #read(key: string, field: string): Money {
    const leaf = this.#others.get(key);
    if (!leaf) return null;
    this.inputs.add(leaf.id);
    this.used.add(leaf.id);
    return parse(leaf[field]);
  }
  convert(amount: Money, currency: string, day: string): Money {
    if (amount === null || currency === this.#currency) return amount;
    const rate = (code: string) => (code === 'USD' ? unit : this.#read(`rate ${code} ${day}`, 'rate'));
    const [from, to] = [rate(currency), rate(this.#currency)];
    return from && to ? divide(amount * to, from) : null;
  }
  /** Dollars per coin, on a day or `now`. */
  price = (coinId: string, day: string) => this.#read(`quote ${coinId} ${day}`, 'price');
}
/** A transaction's value before its fee, and the fee. */
export function worthOf(entry: Entry, leaves: Leaves): { gross: Money; fee: Money } {
  const { type, in: into, out, value, fee } = entry;
  const day = entry.occurredAt.slice(0, 10);
  const legs = [into, out].filter((leg) => leg !== null);
  const read = ({ amount, currency }: Leg) => leaves.convert(parse(amount), currency!, day);
  /** Valued at the day's close, rounded to 18 places. */
  const byPrice = ({ coinId = '', amount }: Leg) => {
    const price = leaves.price(coinId, day);
    return price && leaves.convert(times(parse(amount), divide(price, 1n)), 'USD', day);
  };
  const stated = legs.find(({ currency }) => currency) ?? value;
  const isUnvalued = ['transfer', 'loss', 'gift_out'].includes(type);
  const isByIn = () => type === 'swap' && leaves.price(out!.coinId!, day) === null;
  let gross: Money = null;
  if (stated && !isUnvalued) gross = read(stated);
  else if (!isUnvalued && type !== 'buy' && type !== 'opening') gross = byPrice((!isByIn() && out) || into!);
  if (!fee) return { gross, fee: 0n };
  if (fee.currency) return { gross, fee: read(fee) };
  const same = legs.find(({ coinId }) => coinId === fee.coinId);
  if (!same || !stated) return { gross, fee: byPrice(fee) };
  const worth = isUnvalued ? read(stated) : gross;
  return { gross, fee: worth === null ? null : divide(worth * parse(fee.amount), parse(same.amount)) };
}
