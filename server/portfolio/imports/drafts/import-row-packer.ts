import type { IncomeKind, Leg, LotPick, MoneyLeg, TransactionType } from '#contract/ledger/transaction.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { ImportRow } from '../algebra/import-row.ts';

/** Values shared by many rows of a file. */
interface Common {
  readonly type: TransactionType;
  readonly kind: IncomeKind | null;
  readonly precision: Milliseconds;
  readonly wallet: string;
  readonly toWallet: string | null;
  readonly isDateAssumed: boolean;
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

/** A row that takes half the memory of a plain object: a file may have a hundred thousand. */
class FileRow implements ImportRow {
  readonly #common: Common;
  readonly #rare: Rare;
  readonly #lines: number | readonly number[];
  readonly at: Instant;
  readonly in: Leg | null;
  readonly out: Leg | null;
  readonly fee: Leg | null;
  readonly externalId: string | null;
  readonly note: string | null;

  constructor(common: Common, row: ImportRow) {
    this.#common = common;
    const { value, orderId, hash, acquiredAt, lots, lines } = row;
    const hasRare = [value, orderId, hash, acquiredAt, lots].some((one) => one !== null);
    this.#rare = hasRare ? { value, orderId, hash, acquiredAt, lots } : noRare;
    this.#lines = lines.length === 1 ? lines[0]! : lines;
    this.at = row.at;
    this.in = row.in;
    this.out = row.out;
    this.fee = row.fee;
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
  return (row) => {
    const { type, kind, precision, wallet, toWallet, isDateAssumed } = row;
    const key = `${type}|${kind}|${precision}|${isDateAssumed}|${wallet}|${toWallet}`;
    const common = known.get(key) ?? { type, kind, precision, wallet, toWallet, isDateAssumed };
    known.set(key, common);
    return new FileRow(common, row);
  };
}
