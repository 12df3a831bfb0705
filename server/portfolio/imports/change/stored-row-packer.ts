import type { Instant } from '#contract/units.ts';
import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';

/** The columns that planning needs. Whole rows would take four times the memory. */
export type ImportedRow = Pick<TransactionRow, (typeof plannedColumns)[number]>;

export const plannedColumns = [
  'id',
  'row_key',
  'import_id',
  'occurred_at',
  'created_at',
  'updated_at',
  'deleted_at',
  'revision',
] as const;

/** Values shared by the rows of a file that were neither edited nor deleted. */
type Common = Pick<ImportedRow, 'import_id' | 'created_at' | 'updated_at' | 'deleted_at' | 'revision'>;

/** A row that takes a third less memory than a plain object: a ledger may have a hundred thousand. */
class StoredRow implements ImportedRow {
  readonly #common: Common;
  readonly id: string;
  readonly row_key: string;
  readonly occurred_at: Instant;

  constructor(common: Common, { id, row_key, occurred_at }: ImportedRow) {
    this.#common = common;
    this.id = id;
    this.row_key = row_key;
    this.occurred_at = occurred_at;
  }

  get import_id() {
    return this.#common.import_id;
  }
  get created_at() {
    return this.#common.created_at;
  }
  get updated_at() {
    return this.#common.updated_at;
  }
  get deleted_at() {
    return this.#common.deleted_at;
  }
  get revision() {
    return this.#common.revision;
  }
}

/** Packs the rows of one ledger. Rows written together come one after another. */
export function createStoredRowPacker(): (row: ImportedRow) => ImportedRow {
  const ids = new Map<string | null, string | null>();
  let common: Common | undefined;
  return (row) => {
    const { created_at, updated_at, deleted_at, revision } = row;
    const import_id = ids.get(row.import_id) ?? row.import_id;
    ids.set(import_id, import_id);
    const isSame =
      common?.import_id === import_id &&
      common.created_at === created_at &&
      common.updated_at === updated_at &&
      common.deleted_at === deleted_at &&
      common.revision === revision;
    if (!isSame) common = { import_id, created_at, updated_at, deleted_at, revision };
    return new StoredRow(common!, row);
  };
}
