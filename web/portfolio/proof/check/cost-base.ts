import {
  divide,
  type Entry,
  type Fields,
  least,
  type Money,
  minus,
  parse,
  plus,
  print,
  sum,
  type Units,
} from './check-proof.ts';

interface Change {
  readonly entry: Entry;
  readonly day: number;
  readonly amount: Units;
}
interface Inflow extends Change {
  readonly cost: Money;
  /** Coins of unknown origin or with an assumed date are held, but not counted as bought on a certain day. */
  readonly isBought: boolean;
}
interface Outflow extends Change {
  readonly proceeds: Money;
  readonly isFee: boolean;
}
type Part = { transactionId: string | null; acquiredAt: string | null; amount: Units; cost: Money };
const windowDays = 30;

/**
 * Canada's adjusted cost base of one coin (ITA 47(1)): one average over all wallets. The superficial part of a loss is
 * denied and added to the cost of the coins still held (ITA 54, 40(2)(g)(i), 53(1)(f)).
 */
export class CostBase {
  readonly #dayOf: (at: string) => number;
  readonly #flows: (Inflow | Outflow)[] = [];
  readonly #unknown: (Part & { amount: Units })[] = [];
  #amount: Units = 0n;
  #cost: Units = 0n;
  #elsewhere: Units = 0n;
  /** Keyed by transaction, and whether the disposal is its fee. */
  readonly gains = new Map<string, Money>();

  constructor(dayOf: (at: string) => string) {
    this.#dayOf = (at) => Date.parse(`${dayOf(at)}T00:00Z`) / 86_400_000;
  }
  apply(coin: string, entry: Entry, gross: Money, fee: Money): void {
    const { type, in: into, out, wallet } = entry;
    const proceeds = minus(type === 'loss' ? 0n : gross, type === 'swap' || type === 'fee' ? 0n : fee);
    if (out?.coinId === coin) this.#leave(entry, parse(out.amount), proceeds, type === 'fee');
    if (out?.coinId === coin && type === 'transfer' && (entry.toWallet ?? wallet) === 'elsewhere')
      this.#elsewhere += parse(out.amount);
    if (into?.coinId === coin) {
      const isBought = !(type === 'opening' && entry.isDateAssumed);
      this.#receive(entry, parse(into.amount), plus(gross, fee), isBought);
      if (wallet === 'elsewhere') this.#elsewhere += parse(into.amount);
    }
    if (entry.fee?.coinId === coin) this.#leave(entry, parse(entry.fee.amount), fee, true);
  }
  #receive(entry: Entry, amount: Units, cost: Money, isBought: boolean): void {
    this.#flows.push({ entry, day: this.#dayOf(entry.occurredAt), amount, cost, isBought });
  }
  #leave(entry: Entry, amount: Units, proceeds: Money, isFee: boolean): void {
    if (entry.wallet === 'elsewhere') {
      const missing = amount - this.#elsewhere;
      if (missing > 0n) this.#receive(entry, missing, null, false);
      this.#elsewhere = missing > 0n ? 0n : -missing;
    }
    if (entry.type === 'transfer' && !isFee) return;
    this.#flows.push({ entry, day: this.#dayOf(entry.occurredAt), amount, proceeds, isFee });
  }
  #take(wanted: Units): Part[] {
    const parts: Part[] = [];
    const known = least(wanted, this.#amount);
    if (known > 0n) {
      const cost = known === this.#amount ? this.#cost : divide(this.#cost * known, this.#amount);
      [this.#amount, this.#cost] = [this.#amount - known, this.#cost - cost];
      parts.push({ ...noSource, amount: known, cost });
    }
    let left = wanted - known;
    for (const lot of this.#unknown) {
      const amount = least(left, lot.amount);
      if (amount === 0n) continue;
      [left, lot.amount] = [left - amount, lot.amount - amount];
      parts.push({ ...lot, amount });
    }
    return parts;
  }
  /** The steps: each sale with its denied part, then what is left. `isNamed`: whether it is the sale being proved. */
  finish(coin: string, isNamed: (transactionId: string, isFee: boolean) => boolean): Fields[] {
    const steps: Fields[] = [];
    for (const flow of this.#flows) {
      const { entry, amount } = flow;
      if (!('proceeds' in flow)) {
        if (flow.cost !== null) [this.#amount, this.#cost] = [this.#amount + amount, this.#cost + flow.cost];
        else this.#unknown.push({ ...sourceOf(entry), amount, cost: null });
        continue;
      }
      const parts = this.#take(amount);
      const rest = amount - sum(parts.map((part) => part.amount));
      const shown = parts.map((part) => ({ ...part, amount: print(part.amount), cost: print(part.cost) }));
      const matches: Fields[] = shown.map((part) => ({ ...part, rule: 'pool' }));
      if (rest > 0n) matches.push({ ...noSource, amount: print(rest), cost: null, rule: 'none' });
      const isUnknown = rest > 0n || parts.some(({ cost }) => cost === null);
      const cost = isUnknown ? null : sum(parts.map((part) => part.cost));
      const { proceeds, isFee } = flow;
      const gain = minus(proceeds, cost);
      const money = { proceeds: print(proceeds), cost: print(cost), gain: print(gain) };
      const name = { coin, transaction: entry.id, isFee };
      steps.push({ op: 'match', ...name, ...money, matches });
      const denied = this.#deny(flow, gain);
      if (denied) {
        const bought = isNamed(entry.transactionId, isFee) ? denied.bought : [];
        steps.push({ op: 'denied', ...name, ...denied.shown, bought });
        this.#cost += denied.part;
      }
      this.gains.set(`${entry.transactionId} ${isFee}`, plus(gain, denied?.part ?? 0n));
    }
    const pool = { ...noSource, amount: this.#amount, cost: this.#cost };
    for (const { transactionId, amount, cost } of [pool, ...this.#unknown])
      if (amount > 0n)
        steps.push({
          op: 'lot',
          coin,
          transactionId,
          wallet: null,
          remaining: print(amount),
          cost: print(cost),
        });
    return steps;
  }
  #deny({ day, amount: sold }: Outflow, gain: Money) {
    if (gain === null || gain >= 0n) return null;
    const [first, last] = [day - windowDays, day + windowDays];
    const bought = this.#flows.filter(
      (flow): flow is Inflow => 'isBought' in flow && flow.isBought && flow.day >= first && flow.day <= last,
    );
    const acquired = sum(bought.map(({ amount }) => amount));
    const changes = this.#flows.filter((flow) => flow.day <= last);
    const held = sum(changes.map((flow) => ('proceeds' in flow ? -flow.amount : flow.amount)));
    const share = least(sold, least(acquired, held));
    if (share <= 0n) return null;
    const part = share === sold ? -gain : divide(-gain * share, sold);
    const shown = {
      ...{ loss: print(-gain), sold: print(sold), acquired: print(acquired), held: print(held) },
      denied: print(part),
    };
    const named = bought.map(({ entry, amount }) => ({ ...sourceOf(entry), amount: print(amount) }));
    return { part, shown, bought: named };
  }
}
const noSource = { transactionId: null, acquiredAt: null };
const sourceOf = ({ transactionId, occurredAt }: Entry) => ({ transactionId, acquiredAt: occurredAt });
