import type { DecimalText } from '#contract/units.ts';
import type { EntryType, LedgerEntry, Leg, LotPick, MoneyLeg } from '../engine/entry.ts';
import type { Amount, Money } from '../engine/fixed-point.ts';
import { NamedLotsBudget } from '../engine/named-lots-budget.ts';
import { readEntryAmount, readEntryLots, readEntryMoney, readIdentity } from './transaction-row.ts';

/** Never occurs in the joined values, which are ids and codes. */
const separator = ' ';

const join = (columns: readonly string[]) => `concat(${columns.join(`, '${separator}', `)})`;

/** Columns whose values many transactions share, by the letter that marks their values in the joined text below. */
const marked = {
  k: 'kind',
  t: 'to_wallet',
  d: 'nullif(is_date_assumed, 0)',
  i: 'in_coin',
  I: 'in_currency',
  o: 'out_coin',
  O: 'out_currency',
  f: 'fee_coin',
  F: 'fee_currency',
} as const;

/**
 * `type`, `wallet` and the columns above as one text, which is parsed once for all transactions that share it: that takes
 * half the time of separate columns. Most columns are empty. Marking the values of the others takes half the time of
 * writing a separator for each, because PostgreSQL calls a function for each part of the text.
 */
const shared = `concat_ws('${separator}', type, wallet, ${Object.entries(marked)
  .map(([mark, column]) => `'${mark}' || ${column}`)
  .join(', ')})`;

/** The values that few transactions have, as one text. Lots come last, because they may contain the separator. */
const rare = `case when value_amount is not null or lots is not null or acquired_at is not null
  then ${join(['value_currency', 'value_amount', 'acquired_at', 'lots'])} end`;

/** The selected expressions of an entry, by name and in the order in which an `EntryReader` takes their values. */
export const entryExpressions = {
  id: 'id',
  occurred_at: 'occurred_at',
  created_at: 'created_at',
  row_key: 'row_key',
  in_amount: 'in_amount',
  out_amount: 'out_amount',
  fee_amount: 'fee_amount',
  shared,
  rare,
} as const;

/** The coin or currency of a leg. */
type Unit = Pick<Leg & { coinId: string }, 'coinId'> | Pick<MoneyLeg, 'currency'>;

interface Shared {
  readonly type: EntryType;
  readonly kind: string | null;
  readonly wallet: string;
  readonly toWallet: string | null;
  readonly isDateAssumed: boolean;
  readonly in: Unit;
  readonly out: Unit;
  readonly fee: Unit;
  readonly coins: readonly string[];
}

interface Rare {
  readonly value: MoneyLeg | null;
  readonly lots: readonly LotPick[];
  readonly acquiredAt: number | null;
}

/** Transactions created together, such as all those of a file. */
interface Batch {
  readonly createdAt: number;
}

/**
 * An entry that takes a third of the memory of a plain object, because a ledger has up to a hundred thousand. Legs are
 * made when they are read. Spreading it (`...`) would lose most values: see `changeEntry`.
 */
class PackedEntry implements LedgerEntry {
  readonly id: string;
  readonly occurredAt: number;
  readonly rowIdentity: string | null;
  readonly #shared: Shared;
  readonly #rare: Rare;
  readonly #batch: Batch;
  readonly #in: Amount | Money | null;
  readonly #out: Amount | Money | null;
  readonly #fee: Amount | Money | null;

  constructor(cells: readonly unknown[], of: Shared, rareValues: Rare, batch: Batch) {
    this.id = cells[0] as string;
    this.occurredAt = cells[1] as number;
    this.rowIdentity = readIdentity(cells[3] as string);
    this.#shared = of;
    this.#rare = rareValues;
    this.#batch = batch;
    this.#in = readAmount(of.in, cells[4] as DecimalText | null);
    this.#out = readAmount(of.out, cells[5] as DecimalText | null);
    this.#fee = readAmount(of.fee, cells[6] as DecimalText | null);
  }

  get in() {
    return toLeg(this.#shared.in, this.#in);
  }
  get out() {
    return toLeg(this.#shared.out, this.#out);
  }
  get fee() {
    return toLeg(this.#shared.fee, this.#fee);
  }
  get type() {
    return this.#shared.type;
  }
  get kind() {
    return this.#shared.kind;
  }
  get wallet() {
    return this.#shared.wallet;
  }
  get toWallet() {
    return this.#shared.toWallet;
  }
  get isDateAssumed() {
    return this.#shared.isDateAssumed;
  }
  get createdAt() {
    return this.#batch.createdAt;
  }
  get value() {
    return this.#rare.value;
  }
  get lots() {
    return this.#rare.lots;
  }
  get acquiredAt() {
    return this.#rare.acquiredAt;
  }
  get coins() {
    return this.#shared.coins;
  }
}

function toLeg(unit: Unit, amount: Amount | Money | null): Leg | null {
  if (amount === null) return null;
  return 'currency' in unit ? { currency: unit.currency, amount } : { coinId: unit.coinId, amount };
}

function readAmount(unit: Unit, text: DecimalText | null): Amount | Money | null {
  if (text === null) return null;
  return 'currency' in unit ? readEntryMoney(text) : readEntryAmount(text);
}

function toUnit(coinId: string | undefined, currency: string | undefined): Unit {
  return currency ? { currency } : { coinId: coinId ?? '' };
}

function readShared(text: string): Shared {
  const [type, wallet = '', ...others] = text.split(separator);
  const values: Partial<Record<string, string>> = Object.fromEntries(
    others.map((value) => [value.slice(0, 1), value.slice(1)]),
  );
  const { k: kind, t: toWallet, d: assumed, i, I, o, O, f, F } = values;
  return {
    type: type as EntryType,
    kind: kind || null,
    wallet,
    toWallet: toWallet || null,
    isDateAssumed: assumed === '1',
    in: toUnit(i, I),
    out: toUnit(o, O),
    fee: toUnit(f, F),
    coins: [...new Set([i, o, f].filter((coin): coin is string => Boolean(coin)))],
  };
}

const noRare: Rare = { value: null, lots: [], acquiredAt: null };

function readRare(text: string | null, budget: NamedLotsBudget): Rare {
  if (text === null) return noRare;
  budget.take(text.length);
  const [currency = '', amount = '', acquiredAt, ...lots] = text.split(separator);
  const lotText = lots.join(separator);
  budget.takeLots(lotText.length);
  return {
    value: amount ? { currency, amount: readEntryMoney(amount as DecimalText) } : null,
    lots: readEntryLots(lotText || null),
    acquiredAt: acquiredAt ? Number(acquiredAt) : null,
  };
}

/** Reads the entries of one ledger from the values of `entryExpressions`. Throws what a `NamedLotsBudget` throws. */
export class EntryReader {
  readonly #budget: NamedLotsBudget;
  readonly #known = new Map<string, Shared>();
  #batch: Batch = { createdAt: 0 };

  constructor(maxLots?: number) {
    this.#budget = new NamedLotsBudget(maxLots);
  }

  read(cells: readonly unknown[]): LedgerEntry {
    const text = cells[7] as string;
    let known = this.#known.get(text);
    if (!known) {
      known = readShared(text);
      this.#known.set(text, known);
    }
    const createdAt = cells[2] as number;
    if (this.#batch.createdAt !== createdAt) this.#batch = { createdAt };
    return new PackedEntry(cells, known, readRare(cells[8] as string | null, this.#budget), this.#batch);
  }
}
