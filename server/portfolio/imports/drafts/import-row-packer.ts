import type { IncomeKind, Leg, LotPick, MoneyLeg, TransactionType } from '#contract/ledger/transaction.ts';
import type { DecimalText, Instant, Milliseconds } from '#contract/units.ts';
import type { ImportRow } from '../algebra/import-row.ts';

/** A leg apart from its amount: a coin, or a currency. */
type LegName = Omit<CoinLeg, 'amount'> | Omit<MoneyLeg, 'amount'>;
type CoinLeg = Exclude<Leg, MoneyLeg>;

/** Values shared by many rows of a file. Legs that a row doesn't have are null. */
interface Common {
  readonly type: TransactionType;
  readonly kind: IncomeKind | null;
  readonly precision: Milliseconds;
  readonly wallet: string;
  readonly toWallet: string | null;
  readonly isDateAssumed: boolean;
  readonly in: LegName | null;
  readonly out: LegName | null;
  readonly fee: LegName | null;
}

/** Values that few rows have. */
interface Rare {
  readonly value: MoneyLeg | null;
  readonly orderId: string | null;
  readonly hash: string | null;
  readonly acquiredAt: Instant | null;
  readonly lots: readonly LotPick[] | null;
}

const noRare: Rare = { value: null, orderId: null, hash: null, acquiredAt: null, lots: null };

function toLeg(name: LegName | null, amount: DecimalText | null): Leg | null {
  if (name === null || amount === null) return null;
  if ('currency' in name) return { currency: name.currency, amount };
  return { coinId: name.coinId, symbol: name.symbol, name: name.name, amount };
}

/** A row that takes a third of the memory of a plain object: a file may have a hundred thousand. */
class FileRow implements ImportRow {
  readonly #common: Common;
  readonly #rare: Rare;
  readonly #lines: number | readonly number[];
  readonly #in: DecimalText | null;
  readonly #out: DecimalText | null;
  readonly #fee: DecimalText | null;
  readonly at: Instant;
  readonly externalId: string | null;
  readonly note: string | null;

  constructor(common: Common, row: ImportRow) {
    this.#common = common;
    const { value, orderId, hash, acquiredAt, lots, lines } = row;
    const hasRare = [value, orderId, hash, acquiredAt, lots].some((one) => one !== null);
    this.#rare = hasRare ? { value, orderId, hash, acquiredAt, lots } : noRare;
    this.#lines = lines.length === 1 ? lines[0]! : lines;
    this.#in = row.in?.amount ?? null;
    this.#out = row.out?.amount ?? null;
    this.#fee = row.fee?.amount ?? null;
    this.at = row.at;
    this.externalId = row.externalId;
    this.note = row.note;
  }

  get type() {
    return this.#common.type;
  }
  get kind() {
    return this.#common.kind;
  }
  get precision() {
    return this.#common.precision;
  }
  get wallet() {
    return this.#common.wallet;
  }
  get toWallet() {
    return this.#common.toWallet;
  }
  get isDateAssumed() {
    return this.#common.isDateAssumed;
  }
  get in() {
    return toLeg(this.#common.in, this.#in);
  }
  get out() {
    return toLeg(this.#common.out, this.#out);
  }
  get fee() {
    return toLeg(this.#common.fee, this.#fee);
  }
  get value() {
    return this.#rare.value;
  }
  get orderId() {
    return this.#rare.orderId;
  }
  get hash() {
    return this.#rare.hash;
  }
  get acquiredAt() {
    return this.#rare.acquiredAt;
  }
  get lots() {
    return this.#rare.lots;
  }
  get lines(): readonly number[] {
    const lines = this.#lines;
    return typeof lines === 'number' ? [lines] : lines;
  }
}

/** Packs the rows of one file. */
export function createImportRowPacker(): (row: ImportRow) => ImportRow {
  const known = new Map<string, Common>();
  const legs = new LegNames();
  return (row) => {
    const { type, kind, precision, wallet, toWallet, isDateAssumed } = row;
    const names = [legs.indexOf(row.in), legs.indexOf(row.out), legs.indexOf(row.fee)] as const;
    const key = `${type}|${kind}|${precision}|${isDateAssumed}|${names.join()}|${wallet}|${toWallet}`;
    let common = known.get(key);
    if (!common) {
      const [into, out, fee] = names.map((index) => legs.get(index));
      const named = { in: into ?? null, out: out ?? null, fee: fee ?? null };
      common = { type, kind, precision, wallet, toWallet, isDateAssumed, ...named };
      known.set(key, common);
    }
    return new FileRow(common, row);
  };
}

/** The coins and currencies of a file, by index. One coin may have several names: a file names it, and so does a user. */
class LegNames {
  readonly #all: LegName[] = [];
  readonly #byId = new Map<string, number[]>();

  /** Adds it if it is new; -1 for no leg. */
  indexOf(leg: Leg | null): number {
    if (leg === null) return -1;
    const id = 'currency' in leg ? `money ${leg.currency}` : leg.coinId;
    const same = this.#byId.get(id) ?? [];
    this.#byId.set(id, same);
    const found = same.find((index) => isSameName(this.#all[index]!, leg));
    if (found !== undefined) return found;
    const { amount: _amount, ...name } = leg;
    same.push(this.#all.push(name) - 1);
    return this.#all.length - 1;
  }

  get(index: number): LegName | undefined {
    return this.#all[index];
  }
}

const isSameName = (one: LegName, other: LegName): boolean =>
  'currency' in one
    ? 'currency' in other && one.currency === other.currency
    : 'coinId' in other && one.symbol === other.symbol && one.name === other.name;
