/*
 * Checks the proof of a figure. It shares no code with the server, which makes the proofs: it recomputes every step
 * from the leaves, by the rules of docs/proofs.md, and compares. It imports nothing, so it runs anywhere.
 */
export type Fields = Record<string, unknown>;
type Leaf = Fields & { id: string; kind: string; day?: string; coinId?: string; currency?: string };
/** Money and amounts are integers, in units of 10⁻⁷². Money is null if not known. */
export type Units = bigint;
export type Money = Units | null;
type Leg = { coinId?: string; currency?: string; amount: string };
export type Pick = { transactionId: string; amount: string };
type Legs = { in: Leg | null; out: Leg | null; fee: Leg | null; value: Leg | null; lots: Pick[] | null };
type Texts = Record<'transactionId' | 'type' | 'occurredAt' | 'createdAt' | 'wallet', string>;
type MaybeTexts = Record<'identity' | 'acquiredAt' | 'toWallet', string | null>;
export type Entry = Leaf & Legs & Texts & MaybeTexts & { isDateAssumed: boolean };
type Source = { transactionId: string | null; acquiredAt: string | null };
export type Lot = Source & { order: number; wallet: string; left: Units; cost: Money };
type DayLot = { lot: Lot; day: number; isPoolOnly: boolean };
type Match = Source & { amount: Units; cost: Money; rule: string };
type Sale = { entry: Entry; amount: Units; proceeds: Money; isFee: boolean; matches: Match[] };
/** The result of a check. `step`: the index of the first wrong step, or null if something else is wrong. */
export type Verdict = { holds: boolean; step: number | null; reason: string | null };
const unit = 10n ** 72n;
/** Costs and prices are rounded to 18 places, percentages to 8. */
const [places18, places8] = [10n ** 54n, 10n ** 64n];
const keys =
  'asOf at coin currency digest engine figure from isFee leaves method scope steps to transaction value version';
export function refuse(reason: string, step: number | null = null): never {
  throw Object.assign(new Error(reason), { step });
}
export function parse(text: unknown): Units {
  const found = typeof text === 'string' && /^(-?)(\d{1,120})(?:\.(\d{1,72}))?$/.exec(text);
  if (!found) return refuse(`${JSON.stringify(text)} is not a decimal`);
  return BigInt(found[1] + found[2]! + (found[3] ?? '').padEnd(72, '0'));
}
export function print(value: Money): string | null {
  if (value === null) return null;
  const digits = (value < 0n ? -value : value).toString().padStart(73, '0');
  const fraction = digits.slice(-72).replace(/(?<!0)0+$/, '');
  return (value < 0n ? '-' : '') + digits.slice(0, -72) + (fraction && `.${fraction}`);
}
/** a ÷ b, rounded half-even to a multiple of `grain`. */
export function divide(a: bigint, b: bigint, grain = places18): Units {
  const [size, whole] = [a < 0n ? -a : a, b * grain];
  const [down, over] = [size / whole, (size % whole) * 2n];
  const near = over > whole || (over === whole && down % 2n === 1n) ? down + 1n : down;
  return (a < 0n ? -near : near) * grain;
}
/** An amount of zero is worth zero, even if the price is not known. */
export const times = (a: Units, b: Money) => (a === 0n ? 0n : b === null ? null : (a * b) / unit);
export const plus = (a: Money, b: Money) => (a === null || b === null ? null : a + b);
export const minus = (a: Money, b: Money) => (a === null || b === null ? null : a - b);
export const least = (a: Units, b: Units) => (a < b ? a : b);
export const sum = (all: readonly Money[]) => all.reduce<Units>((total, one) => total + (one ?? 0n), 0n);
/** The sum of the known values. Null if there are values and none is known. */
export const sumOfKnown = (values: readonly Money[]) =>
  values.length > 0 && values.every((value) => value === null) ? null : sum(values);
export const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** JSON with sorted keys and no whitespace. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const pairs = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}
async function hash(value: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical(value)));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
const londonClock = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' });
const londonDay = (at: string) => Date.parse(`${londonClock.format(Date.parse(at))}T00:00Z`) / 86_400_000;
const ranks = 'buy income gift_in opening|swap transfer|sell gift_out spend loss fee'.split('|');
/** Sort key of a transaction, as specified: instant, rank of its type, imported ones first, creation, id. */
function sortKeyOf({ occurredAt, type, identity, createdAt, transactionId }: Entry): string {
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
    const bySortKey = (a: Entry, b: Entry) => compareText(sortKeyOf(a), sortKeyOf(b));
    const sorted = [...this.entries.toSorted(bySortKey), ...others.sort((a, b) => compareText(a.id, b.id))];
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
export function valueEntry(entry: Entry, leaves: Leaves): { gross: Money; fee: Money } {
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
  const same = legs.find(({ coinId, amount }) => coinId === fee.coinId && parse(amount) > 0n);
  if (!same || !stated) return { gross, fee: byPrice(fee) };
  const worth = isUnvalued ? read(stated) : gross;
  return { gross, fee: worth === null ? null : divide(worth * parse(fee.amount), parse(same.amount)) };
}
/** One coin's ledger, computed in the simplest possible way. */
export class CoinLedger {
  readonly sales: Sale[] = [];
  readonly balances = new Map<string, Units>();
  lots: Lot[] = [];
  readonly #method: string;
  isByWallet: boolean;
  readonly #hasPool: boolean;
  readonly #received: DayLot[] = [];
  constructor(method: string, scope: string) {
    this.#method = method;
    this.isByWallet = scope === 'wallet' && method !== 'uk';
    this.#hasPool = method === 'average' || method === 'uk';
  }
  apply(coin: string, entry: Entry, gross: Money, fee: Money): void {
    const { type, in: into, out } = entry;
    const { proceeds, cost } = this.splitValue(entry, gross, fee);
    if (out?.coinId === coin && type === 'transfer') this.#move(entry, parse(out.amount));
    else if (out?.coinId === coin) this.#sell(entry, parse(out.amount), proceeds, type === 'fee');
    const isPoolOnly = type === 'opening' && entry.isDateAssumed;
    if (into?.coinId === coin) this.#receive(entry, parse(into.amount), cost, entry.acquiredAt, isPoolOnly);
    if (entry.fee?.coinId === coin) this.#sell(entry, parse(entry.fee.amount), fee, true);
  }
  /** The proceeds of the coins given away, and the cost of those received. */
  splitValue({ type }: Entry, gross: Money, fee: Money) {
    const proceeds = minus(type === 'loss' ? 0n : gross, type === 'swap' || type === 'fee' ? 0n : fee);
    return { proceeds, cost: plus(gross, fee) };
  }
  picksOf({ type, lots }: Entry, isFee: boolean): readonly Pick[] {
    return (this.#method === 'specific' && (!isFee || type === 'fee') && lots) || [];
  }
  change = (at: string, by: Units) => this.balances.set(at, (this.balances.get(at) ?? 0n) + by);
  #receive(entry: Entry, amount: Units, cost: Money, since: string | null, isPoolOnly: boolean): void {
    const { transactionId, wallet, occurredAt } = entry;
    const order = this.#received.length;
    const lot = { transactionId, acquiredAt: since ?? occurredAt, order, wallet, left: amount, cost };
    this.#received.push({ lot, day: londonDay(occurredAt), isPoolOnly });
    if (this.#method !== 'uk') this.#put(lot);
    this.change(wallet, amount);
  }
  /** `Elsewhere` can't go below zero: the shortfall counts as received from an unknown origin. */
  #leave(entry: Entry, amount: Units): void {
    const missing = amount - (this.balances.get('elsewhere') ?? 0n);
    if (entry.wallet === 'elsewhere' && missing > 0n) this.#receive(entry, missing, null, null, true);
    this.change(entry.wallet, -amount);
  }
  #sell(entry: Entry, amount: Units, proceeds: Money, isFee: boolean): void {
    this.#leave(entry, amount);
    const sale: Sale = { entry, amount, proceeds, isFee, matches: [] };
    this.sales.push(sale);
    if (this.#method !== 'uk')
      this.#cover(sale, this.#take(amount, entry.wallet, this.picksOf(entry, isFee)));
  }
  #move(entry: Entry, amount: Units): void {
    this.#leave(entry, amount);
    const wallet = entry.toWallet ?? entry.wallet;
    this.change(wallet, amount);
    if (!this.isByWallet) return;
    for (const { lot, match } of this.#take(amount, entry.wallet, this.picksOf(entry, false)))
      this.#put({ ...lot, wallet, left: match.amount, cost: match.cost });
  }
  /** Matches a sale with the lots taken, and the rest with none. A gift leaves at its cost. */
  #cover(sale: Sale, taken: readonly { match: Match }[]): void {
    sale.matches.push(...taken.map(({ match }) => match));
    const left = openPart(sale);
    if (left > 0n) sale.matches.push({ ...noSource, amount: left, cost: null, rule: 'none' });
    if (sale.entry.type === 'gift_out' && !sale.isFee) sale.proceeds = costOf(sale);
  }
  #isReached = (lot: Lot, wallet: string) => !this.isByWallet || lot.wallet === wallet;
  /** Adds a lot, or merges it into the pool if the method has one and the cost is known. */
  #put(lot: Lot): void {
    const isPooled = this.#hasPool && lot.cost !== null;
    const pool = isPooled && this.lots.find((one) => !one.transactionId && this.#isReached(one, lot.wallet));
    if (pool) [pool.left, pool.cost] = [pool.left + lot.left, plus(pool.cost, lot.cost)];
    else this.lots.push(isPooled ? { ...lot, ...noSource, order: -1 } : lot);
  }
  #compare(a: Lot, b: Lot): number {
    const [age, place] = [compareText(a.acquiredAt ?? '', b.acquiredAt ?? ''), a.order - b.order];
    if (this.#hasPool) return place;
    if (this.#method === 'lifo') return -age || place;
    if (this.#method !== 'hifo') return age || place;
    if (a.cost === null || b.cost === null) return compareUnknown(a, b) || age || place;
    const [one, other] = [a.cost * b.left, b.cost * a.left];
    return one > other ? -1 : one < other ? 1 : age || place;
  }
  #take(amount: Units, wallet: string, picks: readonly Pick[]): { lot: Lot; match: Match }[] {
    const taken: { lot: Lot; match: Match }[] = [];
    let wanted = amount;
    const take = (upTo: Units, isMeant: (lot: Lot) => boolean) => {
      for (let room = upTo; room > 0n; ) {
        const there = this.lots.filter((lot) => this.#isReached(lot, wallet) && isMeant(lot));
        if (there.length === 0) return;
        const lot = there.reduce((best, one) => (this.#compare(best, one) <= 0 ? best : one));
        const match = takePart(lot, room, this.#hasPool ? 'pool' : 'lot');
        taken.push({ lot, match });
        [room, wanted] = [room - match.amount, wanted - match.amount];
        if (lot.left === 0n) this.lots = this.lots.filter((one) => one !== lot);
      }
    };
    for (const pick of picks)
      take(least(parse(pick.amount), wanted), (lot) => lot.transactionId === pick.transactionId);
    take(wanted, () => true);
    return taken;
  }
  /** The same day, the thirty days after, then the pool (TCGA 1992, ss. 104 to 106A). */
  #matchShares(): void {
    const days: DayLot[] = [];
    for (const { lot, ...received } of this.#received.filter((one) => !one.isPoolOnly)) {
      const same = days.find((one) => one.day === received.day && !compareUnknown(one.lot, lot))?.lot;
      if (same) [same.left, same.cost] = [same.left + lot.left, plus(same.cost, lot.cost)];
      else days.push({ lot: { ...lot }, ...received });
    }
    days.sort((a, b) => a.day - b.day || compareUnknown(a.lot, b.lot));
    const sales = this.sales.map((sale) => ({ sale, on: londonDay(sale.entry.occurredAt) }));
    for (const [rule, first, last] of [['same_day', 0, 0] as const, ['thirty_days', 1, 30] as const])
      for (const { sale, on } of sales)
        for (const { lot } of days.filter(({ day }) => day >= on + first && day <= on + last))
          if (lot.left > 0n && openPart(sale) > 0n) sale.matches.push(takePart(lot, openPart(sale), rule));
    const pooled = [...days, ...this.#received.filter((one) => one.isPoolOnly)];
    pooled.sort((a, b) => a.day - b.day || a.lot.order - b.lot.order);
    const pool = ({ lot }: DayLot) => lot.left > 0n && this.#put(lot);
    for (const { sale, on } of sales.sort((a, b) => a.on - b.on)) {
      while (pooled[0] && pooled[0].day <= on) pool(pooled.shift()!);
      this.#cover(sale, this.#take(openPart(sale), '', []));
    }
    pooled.map(pool);
  }
  /** The steps: each sale with its matches, then the lots that are left, in the method's order. */
  finish(coin: string): Fields[] {
    if (this.#method === 'uk') this.#matchShares();
    const byWallet = (a: Lot, b: Lot) => (this.isByWallet ? compareText(a.wallet, b.wallet) : 0);
    this.lots.sort((a, b) => byWallet(a, b) || this.#compare(a, b));
    const shown = (match: Match) => ({ ...match, amount: print(match.amount), cost: print(match.cost) });
    const matched = this.sales.map((sale) => {
      const { entry, proceeds, isFee, matches } = sale;
      const money = { proceeds: print(proceeds), cost: print(costOf(sale)), gain: print(gainOf(sale)) };
      return { op: 'match', coin, transaction: entry.id, isFee, ...money, matches: matches.map(shown) };
    });
    const open = this.lots.map(({ transactionId, wallet, left, cost }) => {
      const place = { transactionId, wallet: this.isByWallet ? wallet : null };
      return { op: 'lot', coin, ...place, remaining: print(left), cost: print(cost) };
    });
    return [...matched, ...open];
  }
}
const openPart = ({ amount, matches }: Sale) => amount - sum(matches.map((match) => match.amount));
const costOf = ({ matches }: Sale) => matches.reduce<Money>((total, { cost }) => plus(total, cost), 0n);
export const gainOf = (sale: Sale) => minus(sale.proceeds, costOf(sale));
export function takePart(lot: Lot, wanted: Units, rule: string): Match {
  const amount = least(wanted, lot.left);
  const cost = lot.cost === null || amount === lot.left ? lot.cost : divide(lot.cost * amount, lot.left);
  [lot.left, lot.cost] = [lot.left - amount, minus(lot.cost, cost)];
  return { transactionId: lot.transactionId, acquiredAt: lot.acquiredAt, amount, cost, rule };
}
const noSource: Source = { transactionId: null, acquiredAt: null };
const compareUnknown = (a: Lot, b: Lot) => Number(a.cost === null) - Number(b.cost === null);
/** The operations behind each figure, in order. A figure not listed has only its own. */
const chains: Readonly<Record<string, string>> = {
  value: 'amount price value',
  averageCost: 'costBasis knownAmount averageCost',
  unrealized: 'knownAmount price costBasis unrealized',
  unrealizedPercent: 'knownAmount price costBasis unrealized unrealizedPercent',
};
const percentOf = (part: Money, whole: Money) =>
  part === null || !whole ? null : divide(part * 100n * unit, whole, places8);
/** Recomputes, from the leaves, each step behind a figure. The last step's result is the figure. */
function* deriveFigure(head: Fields, leaves: Leaves): Generator<Fields> {
  const { figure, method, scope } = head as { figure: string; method: string; scope: string };
  const [from, to] = [String(head.from ?? '0'), String(head.to ?? '9')];
  const isInSpan = ({ occurredAt }: Entry) => occurredAt >= from && occurredAt < to;
  const needsCost = figure !== 'amount' && figure !== 'value';
  const coins = new Map<string, CoinLedger>();
  const paid: { coin: string; incomes: Money[]; fees: Money[] }[] = [];
  for (const entry of leaves.entries) {
    leaves.inputs.clear();
    const { gross, fee } = needsCost ? valueEntry(entry, leaves) : { gross: null, fee: null };
    const worth = { inputs: [...leaves.inputs], gross: print(gross), fee: print(fee) };
    yield { op: needsCost ? 'value' : 'count', transaction: entry.id, ...(needsCost ? worth : {}) };
    const touched = [entry.in, entry.out, entry.fee].flatMap((leg) => leg?.coinId ?? []);
    const spent = plus(entry.type === 'fee' ? gross : 0n, fee);
    const [incomes, fees] = [entry.type === 'income' ? [gross] : [], spent === 0n ? [] : [spent]];
    if (isInSpan(entry)) paid.push({ coin: touched[0] ?? '', incomes, fees });
    for (const coin of new Set(touched)) {
      if (head.coin !== null && coin !== head.coin) continue;
      leaves.used.add(entry.id);
      if (!coins.has(coin)) coins.set(coin, new CoinLedger(method, scope));
      coins.get(coin)!.apply(coin, entry, gross, fee);
    }
    if (touched.length === 0 && head.coin === null) leaves.used.add(entry.id);
  }
  const chain = (chains[figure] ?? figure).split(' ');
  const all: Record<string, Money>[] = [];
  for (const [coin, ledger] of [...coins].sort(([a], [b]) => compareText(a, b))) {
    const steps = ledger.finish(coin);
    if (needsCost) yield* steps;
    leaves.inputs.clear();
    const amount = sum([...ledger.balances.values()]);
    const knownAmount = sum(ledger.lots.map(({ left, cost }) => (cost === null ? 0n : left)));
    const isPriced = chain.includes('price') && (amount !== 0n || knownAmount !== 0n);
    const price = leaves.convert(isPriced ? leaves.price(coin, 'now') : null, 'USD', 'now');
    const costBasis = sumOfKnown(ledger.lots.map(({ cost }) => cost));
    const unrealized = minus(times(knownAmount, price), costBasis);
    const sales = ledger.sales.filter(({ entry }) => isInSpan(entry));
    const ofFigure = sales.filter(({ entry }) => entry.transactionId === head.transaction);
    const sold = ofFigure.find(({ isFee }) => isFee === head.isFee);
    const own = paid.filter((one) => one.coin === coin);
    const results: Record<string, Money> = {
      ...{ amount, price, knownAmount, costBasis, unrealized, value: times(amount, price) },
      averageCost: costBasis === null || knownAmount <= 0n ? null : divide(costBasis * unit, knownAmount),
      unrealizedPercent: percentOf(unrealized, costBasis),
      realized: sumOfKnown(sales.map(gainOf)),
      income: sumOfKnown(own.flatMap(({ incomes }) => incomes)),
      fees: sumOfKnown(own.flatMap(({ fees }) => fees)),
      gain: sold ? gainOf(sold) : null,
    };
    all.push(results);
    for (const op of chain)
      yield {
        op,
        coin,
        inputs: op === 'price' ? [...leaves.inputs] : [],
        result: print(results[op] ?? null),
      };
  }
  if (head.coin !== null) return;
  const cost = sum(all.map(({ unrealized, costBasis }) => (unrealized === null ? 0n : costBasis!)));
  const loose = paid.flatMap(({ coin, fees }) => (coin === '' && figure === 'fees' ? fees : []));
  const isPercent = figure === 'unrealizedPercent';
  const parts = [...all.map((results) => results[isPercent ? 'unrealized' : figure] ?? null), ...loose];
  const known = parts.filter((value) => value !== null);
  const total = known.length === parts.length || known.some((value) => value !== 0n) ? sum(known) : null;
  yield { op: 'total', figure, result: print(isPercent ? percentOf(total, cost) : total) };
}
/** Checks a proof whose steps `derive` recomputes. `extra`: a field that its document also has. Never throws. */
export async function checkProof(document: unknown, derive = deriveFigure, extra = ''): Promise<Verdict> {
  try {
    const names = Object.keys((document ?? {}) as Fields).sort();
    if (names.filter((name) => name !== extra).join(' ') !== keys) refuse('it is not a proof');
    const { leaves, steps, digest, ...head } = document as Fields & { leaves: Leaf[]; steps: Fields[] };
    if (digest !== (await hash({ ...head, leaves, steps }))) refuse('the document was changed');
    for (const { id, ...leaf } of leaves) if (id !== (await hash(leaf))) refuse(`the leaf ${id} was changed`);
    const known = new Leaves(leaves, String(head.currency));
    for (const { occurredAt: at, createdAt, acquiredAt } of known.entries)
      if (![at, createdAt, acquiredAt ?? at].every(isInstant) || at > String(head.at ?? '9'))
        refuse(`the transaction of ${at} can't be in it`);
    let [index, result]: [number, unknown] = [0, null];
    const expect = (step: Fields) => {
      const [actual, claimed] = [canonical(step), canonical(steps[index] ?? null)];
      if (claimed !== actual) refuse(`it says ${claimed}, but it is ${actual}`, index);
      index += 1;
      result = step.result;
    };
    for (const step of derive(head, known)) expect(step);
    if (head.value !== result) refuse(`the figure is ${result}, not ${head.value}`);
    expect({ op: 'conclude', head: await hash(head) });
    if (index < steps.length) refuse('a step has been added', index);
    for (const { id } of leaves) if (!known.used.has(id)) refuse(`the leaf ${id} is used nowhere`);
    return { holds: true, step: null, reason: null };
  } catch (error) {
    const { message, step = null } = error as Error & { step?: number };
    return { holds: false, step, reason: message };
  }
}
