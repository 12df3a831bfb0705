import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '#server/platform/database/database.ts';
import type { ImportTable } from '#server/platform/database/tables/import-tables.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Checkpoint } from '../imports/change/checkpoints.ts';
import { readIdentity, type TransactionRow, toTransaction } from '../ledger/transactions/transaction-row.ts';
import { isFixedWallet } from '../ledger/wallets/wallet-id.ts';
import type { PortableImport, PortablePortfolio, PortableTransaction } from './portable-schema.ts';

type WalletNumber = PortableTransaction['wallet'];

type Batches<T> = AsyncIterable<readonly T[]>;

/** An import with its parts read one by one, while the account file is being written. */
type ReadImport = Omit<PortableImport, 'parts'> & { readonly parts: Batches<string> };

type ReadPortfolio = Omit<PortablePortfolio, 'transactions' | 'imports'> & {
  readonly imports: Batches<ReadImport>;
  readonly transactions: Batches<PortableTransaction>;
};

/** All portfolios of a user, in the form another account can import. */
export async function readPortfolios(db: Database, userId: string): Promise<ReadPortfolio[]> {
  const portfolios = await db
    .selectFrom('portfolios')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('ordinal')
    .orderBy('id')
    .execute();
  const read: ReadPortfolio[] = [];
  for (const { id, name, created_at, ordinal, method, cost_scope, currency } of portfolios) {
    read.push({
      name,
      createdAt: created_at,
      ordinal,
      settings: { method, scope: cost_scope, currency },
      ...(await readContent(db, id)),
    });
    // There may be a thousand, and reads from the embedded database are synchronous.
    await yieldToEventLoop();
  }
  return read;
}

async function readContent(
  db: Database,
  portfolioId: string,
): Promise<Omit<ReadPortfolio, 'name' | 'createdAt' | 'ordinal' | 'settings'>> {
  const wallets = await db
    .selectFrom('wallets')
    .selectAll()
    .where('portfolio_id', '=', portfolioId)
    .orderBy('id')
    .execute();
  const numbers = new Map(wallets.map(({ id }, number) => [id, number]));
  const numberOf = (id: string): WalletNumber =>
    isFixedWallet(id) ? (id as 'main' | 'elsewhere') : (numbers.get(id) ?? 'main');
  const imports = await db
    .selectFrom('imports')
    .select('id')
    .where('portfolio_id', '=', portfolioId)
    .where('state', '=', 'applied')
    .orderBy('applied_at')
    .orderBy('ordinal')
    .orderBy('id')
    .execute();
  const places = new Map(imports.map(({ id }, number) => [id, number]));
  return {
    wallets: wallets.map(({ name, kind }) => ({ name, kind })),
    imports: listImports(db, [...places.keys()], numberOf),
    ...(await readNames(db, portfolioId, numbers)),
    transactions: listTransactions(db, portfolioId, {
      numberOf,
      importOf: (id) => places.get(id) ?? null,
    }),
  };
}

async function readNames(db: Database, portfolioId: string, numbers: ReadonlyMap<string, number>) {
  const named = await db
    .selectFrom('import_wallets')
    .selectAll()
    .where('portfolio_id', '=', portfolioId)
    .execute();
  const joins = await db
    .selectFrom('import_joins')
    .select(['out_key', 'in_key'])
    .where('portfolio_id', '=', portfolioId)
    .execute();
  return {
    importWallets: named
      .flatMap(({ name_key: name, wallet_id, is_made }) => {
        const wallet = numbers.get(wallet_id);
        return wallet === undefined ? [] : [{ name, wallet, isMade: is_made === 1 }];
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    joins: joins
      .map(({ out_key, in_key }): [string, string] => [out_key, in_key])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/** One at a time, because each has thousands of coins and problems to parse. */
async function* listImports(
  db: Database,
  ids: readonly string[],
  numberOf: (wallet: string) => WalletNumber,
): AsyncGenerator<ReadImport[]> {
  for (const id of ids) {
    const record = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
    // Transactions refer to imports by their number, so leaving one out would change the others' meaning.
    if (!record) throw new AppError('conflict', 'A file was removed during the export. Export again.');
    yield [toPortableImport(db, record, numberOf)];
  }
}

/** The parts of a file, in order. */
async function* listParts(db: Database, importId: string): AsyncGenerator<string[]> {
  for (let last = -1; ; ) {
    const row = await db
      .selectFrom('import_parts')
      .select(['part', 'body'])
      .where('import_id', '=', importId)
      .where('part', '>', last)
      .orderBy('part')
      .limit(1)
      .executeTakeFirst();
    if (!row) return;
    yield [row.body];
    last = row.part;
  }
}

function toPortableImport(
  db: Database,
  record: ImportTable,
  numberOf: (wallet: string) => WalletNumber,
): ReadImport {
  return {
    format: record.format as PortableImport['format'],
    layout: record.layout,
    fileName: record.file_name,
    digest: record.digest,
    wallet: record.wallet === null ? null : numberOf(record.wallet),
    rows: record.rows,
    ignored: record.ignored,
    from: record.from_at,
    to: record.to_at,
    openDate: record.open_date,
    problems: JSON.parse(record.problems) as PortableImport['problems'],
    coins: JSON.parse(record.coins) as PortableImport['coins'],
    answers: JSON.parse(record.answers) as PortableImport['answers'],
    leftOut: JSON.parse(record.left_out) as PortableImport['leftOut'],
    checkpoints: (JSON.parse(record.checkpoints) as Checkpoint[]).map((point) => ({
      ...point,
      wallet: numberOf(point.wallet),
    })),
    added: record.added ?? 0,
    known: record.known ?? 0,
    createdAt: record.created_at,
    appliedAt: record.applied_at ?? record.created_at,
    ordinal: record.ordinal,
    parts: listParts(db, record.id),
  };
}

/** Rows read at a time, blocking other calls for some milliseconds. */
const chunkSize = 500;

async function* listRows(db: Database, portfolioId: string): AsyncGenerator<TransactionRow[]> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('transactions')
      .selectAll()
      .where('portfolio_id', '=', portfolioId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(chunkSize)
      .execute();
    yield rows;
    if (rows.length < chunkSize) return;
    last = rows.at(-1)!.id;
  }
}

interface Numbers {
  readonly numberOf: (wallet: string) => WalletNumber;
  readonly importOf: (importId: string) => number | null;
}

/** In order of id, which is the order in which they were added. */
async function* listTransactions(
  db: Database,
  portfolioId: string,
  numbers: Numbers,
): AsyncGenerator<PortableTransaction[]> {
  const places = await readPlaces(db, portfolioId, numbers);
  const placeOf = (id: string) => places.get(id) ?? null;
  for await (const rows of listRows(db, portfolioId))
    yield rows.filter(({ id }) => places.has(id)).map((row) => toPortable(row, numbers, placeOf));
}

/** The index of each transaction by its id, needed because lots may refer to later transactions. */
async function readPlaces(
  db: Database,
  portfolioId: string,
  { importOf }: Numbers,
): Promise<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('transactions')
      .select(['id', 'deleted_at', 'import_id'])
      .where('portfolio_id', '=', portfolioId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(chunkSize)
      .execute();
    for (const { id, deleted_at, import_id } of rows) {
      const isCounted = deleted_at === null || (import_id !== null && importOf(import_id) !== null);
      if (isCounted) places.set(id, places.size);
    }
    if (rows.length < chunkSize) return places;
    last = rows.at(-1)!.id;
    await yieldToEventLoop();
  }
}

function toPortable(
  row: TransactionRow,
  { numberOf, importOf }: Numbers,
  placeOf: (transactionId: string) => number | null,
): PortableTransaction {
  const { in: into, out, fee, value, lots, type, kind, note, source, externalId } = toTransaction(row);
  return {
    type,
    kind,
    occurredAt: row.occurred_at,
    in: into,
    out,
    fee,
    value,
    unitPrice: row.unit_price,
    wallet: numberOf(row.wallet),
    toWallet: row.to_wallet === null ? null : numberOf(row.to_wallet),
    lots: lots?.map(({ transactionId, amount }) => ({ transaction: placeOf(transactionId), amount })) ?? null,
    note,
    source,
    import: row.import_id === null ? null : importOf(row.import_id),
    externalId,
    acquiredAt: row.acquired_at,
    isDateAssumed: row.is_date_assumed === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ordinal: row.ordinal,
    rowKey: readIdentity(row.row_key),
    // A manual entry may have been deleted, or replaced by a file, while the list is being read.
    deletedAt: row.import_id === null || importOf(row.import_id) === null ? null : row.deleted_at,
  };
}
