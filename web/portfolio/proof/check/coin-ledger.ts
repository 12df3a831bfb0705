import type { Entry, Fields, Pick } from './leaves.ts';
import {
  compareText,
  divide,
  least,
  type Money,
  minus,
  parse,
  plus,
  print,
  sum,
  type Units,
} from './units.ts';

type Source = { transactionId: string | null; acquiredAt: string | null };
type Lot = Source & { order: number; wallet: string; left: Units; cost: Money };
type DayLot = { lot: Lot; day: number; isPoolOnly: boolean };
type Match = Source & { amount: Units; cost: Money; rule: string };
type Sale = { entry: Entry; amount: Units; proceeds: Money; isFee: boolean; matches: Match[] };
const londonClock = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' });
const londonDay = (at: string) => Date.parse(`${londonClock.format(Date.parse(at))}T00:00Z`) / 86_400_000;
/** One coin's ledger, computed in the simplest possible way. */
export class CoinLedger {
  readonly sales: Sale[] = [];
  readonly balances = new Map<string, Units>();
  lots: Lot[] = [];
  readonly #method: string;
  #isByWallet: boolean;
  readonly #hasPool: boolean;
  readonly #received: DayLot[] = [];
  /** In the order in which the coin first came to them. */
  readonly #wallets = new Set<string>();
  /** The steps that allocate lots to wallets, and how many sales came before. */
  #allocation: { sales: number; steps: Fields[] } | null = null;
  constructor(method: string, scope: string) {
    this.#method = method;
    this.#isByWallet = scope === 'wallet' && method !== 'uk';
    this.#hasPool = method === 'average' || method === 'uk';
  }
  apply(coin: string, entry: Entry, gross: Money, fee: Money): void {
    const { type, in: into, out, isFeeOfGiven = false } = entry;
    const isBefore = type === 'fee' || (type === 'swap' && !isFeeOfGiven);
    const proceeds = minus(type === 'loss' ? 0n : gross, isBefore ? 0n : fee);
    if (out?.coinId === coin && type === 'transfer') this.#move(entry, parse(out.amount));
    else if (out?.coinId === coin) this.#sell(entry, parse(out.amount), proceeds, type === 'fee');
    const isPoolOnly = type === 'opening' && entry.isDateAssumed;
    const cost = isFeeOfGiven ? gross : plus(gross, fee);
    if (into?.coinId === coin) {
      this.#wallets.add(entry.wallet);
      this.#receive(entry, parse(into.amount), cost, entry.acquiredAt, isPoolOnly);
    }
    if (entry.fee?.coinId === coin) this.#sell(entry, parse(entry.fee.amount), fee, true);
  }
  #change = (wallet: string, amount: Units) =>
    this.balances.set(wallet, (this.balances.get(wallet) ?? 0n) + amount);
  #receive(entry: Entry, amount: Units, cost: Money, since: string | null, isPoolOnly: boolean): void {
    const { transactionId, wallet, occurredAt } = entry;
    const order = this.#received.length;
    const lot = { transactionId, acquiredAt: since ?? occurredAt, order, wallet, left: amount, cost };
    this.#received.push({ lot, day: londonDay(occurredAt), isPoolOnly });
    if (this.#method !== 'uk') this.#put(lot);
    this.#change(wallet, amount);
  }
  /** `Elsewhere` can't go below zero: the shortfall counts as received from an unknown origin. */
  #leave(entry: Entry, amount: Units): void {
    const missing = amount - (this.balances.get('elsewhere') ?? 0n);
    if (entry.wallet === 'elsewhere' && missing > 0n) this.#receive(entry, missing, null, null, true);
    this.#change(entry.wallet, -amount);
  }
  #sell(entry: Entry, amount: Units, proceeds: Money, isFee: boolean): void {
    this.#leave(entry, amount);
    const sale: Sale = { entry, amount, proceeds, isFee, matches: [] };
    this.sales.push(sale);
    if (this.#method === 'uk') return;
    // Coins withheld from those just received are of these very units.
    const isWithheld = isFee && entry.isFeeOfGiven && entry.in?.coinId === entry.fee?.coinId;
    const own = isWithheld ? [{ transactionId: entry.transactionId, amount: entry.fee!.amount }] : [];
    const named = this.#method === 'specific' && (!isFee || entry.type === 'fee') ? (entry.lots ?? []) : [];
    this.#cover(sale, this.#take(amount, entry.wallet, [...own, ...named]));
  }
  #move(entry: Entry, amount: Units): void {
    this.#leave(entry, amount);
    const wallet = entry.toWallet ?? entry.wallet;
    this.#change(wallet, amount);
    this.#wallets.add(wallet);
    if (!this.#isByWallet) return;
    const named = this.#method === 'specific' ? (entry.lots ?? []) : [];
    for (const { lot, match } of this.#take(amount, entry.wallet, named))
      this.#put({ ...lot, wallet, left: match.amount, cost: match.cost });
  }
  /** Matches a sale with the lots taken, and the rest with none. A gift leaves at its cost. */
  #cover(sale: Sale, taken: readonly { match: Match }[]): void {
    sale.matches.push(...taken.map(({ match }) => match));
    const left = openPart(sale);
    if (left > 0n) sale.matches.push({ ...nothing, amount: left, cost: null, rule: 'none' });
    if (sale.entry.type === 'gift_out' && !sale.isFee) sale.proceeds = costOf(sale);
  }
  #isReached = (lot: Lot, wallet: string) => !this.#isByWallet || lot.wallet === wallet;

  /** Adds a lot, or merges it into the pool if the method has one and the cost is known. */
  #put(lot: Lot): void {
    const isPooled = this.#hasPool && lot.cost !== null;
    const pool =
      isPooled && this.lots.find((one) => one.transactionId === null && this.#isReached(one, lot.wallet));
    if (pool) [pool.left, pool.cost] = [pool.left + lot.left, plus(pool.cost, lot.cost)];
    else this.lots.push(isPooled ? { ...lot, ...nothing, order: -1 } : lot);
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
  /**
   * Allocates the lots left to the wallets, oldest first, in the order in which the coin came to the wallets; from then on
   * they are taken wallet by wallet (Rev. Proc. 2024-28). What no wallet has room for stays in the last.
   */
  allocate(coin: string): void {
    if (this.#isByWallet) return;
    const rooms = [...this.#wallets].flatMap((wallet) => {
      const room = this.balances.get(wallet) ?? 0n;
      return room > 0n ? [{ wallet, room }] : [];
    });
    const age = (a: Lot, b: Lot) => compareText(a.acquiredAt ?? '', b.acquiredAt ?? '') || a.order - b.order;
    const seeds: Lot[] = [];
    for (const lot of this.lots.sort(age)) {
      while (lot.left > 0n) {
        const wanted = rooms.length > 1 ? rooms[0]!.room : lot.left;
        const { amount, cost } = takePart(lot, wanted, 'lot');
        // Before all that comes in later.
        const order = seeds.length - 1_000_000;
        seeds.push({ ...lot, order, wallet: rooms[0]?.wallet ?? 'main', left: amount, cost });
        if (rooms[0]) rooms[0].room -= amount;
        if (rooms.length > 1 && rooms[0]!.room === 0n) rooms.shift();
      }
    }
    this.#isByWallet = true;
    this.lots = seeds;
    this.balances.clear();
    const steps = seeds.map(({ transactionId, acquiredAt, wallet, left, cost }) => {
      this.#change(wallet, left);
      const part = { transactionId, acquiredAt, wallet, amount: print(left), cost: print(cost) };
      return { op: 'allocate', coin, ...part };
    });
    this.#allocation = { sales: this.sales.length, steps };
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
    const byWallet = (a: Lot, b: Lot) => (this.#isByWallet ? compareText(a.wallet, b.wallet) : 0);
    this.lots.sort((a, b) => byWallet(a, b) || this.#compare(a, b));
    const shown = (match: Match) => ({ ...match, amount: print(match.amount), cost: print(match.cost) });
    const matched = this.sales.map((sale) => {
      const { entry, proceeds, isFee, matches } = sale;
      const money = { proceeds: print(proceeds), cost: print(costOf(sale)), gain: print(gainOf(sale)) };
      return { op: 'match', coin, transaction: entry.id, isFee, ...money, matches: matches.map(shown) };
    });
    const open = this.lots.map(({ transactionId, wallet, left, cost }) => {
      const place = { transactionId, wallet: this.#isByWallet ? wallet : null };
      return { op: 'lot', coin, ...place, remaining: print(left), cost: print(cost) };
    });
    const { sales, steps } = this.#allocation ?? { sales: 0, steps: [] };
    return [...matched.slice(0, sales), ...steps, ...matched.slice(sales), ...open];
  }
}
const openPart = ({ amount, matches }: Sale) => amount - sum(matches.map((match) => match.amount));
const costOf = ({ matches }: Sale) => matches.reduce<Money>((total, { cost }) => plus(total, cost), 0n);
export const gainOf = (sale: Sale) => minus(sale.proceeds, costOf(sale));
function takePart(lot: Lot, wanted: Units, rule: string): Match {
  const amount = least(wanted, lot.left);
  const cost = lot.cost === null || amount === lot.left ? lot.cost : divide(lot.cost * amount, lot.left);
  lot.left -= amount;
  lot.cost = minus(lot.cost, cost);
  return { transactionId: lot.transactionId, acquiredAt: lot.acquiredAt, amount, cost, rule };
}
const nothing: Source = { transactionId: null, acquiredAt: null };
const compareUnknown = (a: Lot, b: Lot) => Number(a.cost === null) - Number(b.cost === null);
