import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '#server/platform/database/database.ts';
import type { StreamRows } from '#server/platform/database/postgres/row-stream.ts';
import type { ReadRows } from '#server/platform/database/row-reader.ts';
import { maxMergeAttempts } from '#server/platform/database/tables/import-tables.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { LedgerChanges, LedgerSource } from '../calculator/ledger-source.ts';
import { unpackEntry } from '../engine/change-entry.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import { EntryReader, entryExpressions } from './entry-reader.ts';

/**
 * Rows read at a time. SQLite reads synchronously, which blocks other calls. The rows of a larger chunk would outlive
 * the young generation of a thread's heap, and more garbage than entries would be left in the old one.
 */
const chunkSize = 500;

const expressions = { ...entryExpressions, revision: 'revision', deleted_at: 'deleted_at' };
const rowColumns = Object.keys(expressions);
const unsettled = -1;
const incomparable = -2;
/**
 * The ledger's revision; `unsettled` while the files of merged accounts are still to be compared with each other, and
 * `incomparable` if that failed too often. Read with the rows, which until then may count twice what both files have.
 */
const ledgerRevision = `coalesce((
  select case when attempts < ${maxMergeAttempts} then ${unsettled} else ${incomparable} end
  from merged_portfolios where portfolio_id = $1), ledger_revision)`;
/** Indices of values in a row. The ledger's own columns come last. */
const [idAt, ledgerAt] = [0, rowColumns.length];
const [revisionAt, deletedAt] = [ledgerAt - 2, ledgerAt - 1];
/** The columns of the ledger's own row in a stream, by the transaction columns whose place they take. */
const headColumns: Partial<Record<string, string>> = {
  revision: ledgerRevision,
  deleted_at: 'purged_revision',
};

/** A changed transaction, as the values of `expressions`. */
type ChangedRow = readonly unknown[];

interface Chunk {
  /** The ledger's revision when the rows were read. */
  readonly revision: number;
  readonly purgedRevision: number;
  readonly rows: readonly ChangedRow[];
}

/**
 * The stored ledgers as the source of the figures. `read` runs queries on the same database. The entries are plain
 * objects, so they can be sent to a thread and changed by a country's rules.
 */
export function createLedgerSource(db: Database, read: ReadRows): LedgerSource {
  const readInChunks = createReadChanges(read);
  return {
    async findHead(userId, portfolioId) {
      const row = await db
        .selectFrom('portfolios')
        .select(['ledger_revision', 'method', 'cost_scope', 'currency', 'transaction_count'])
        .where('user_id', '=', userId)
        .where('id', '=', portfolioId)
        .executeTakeFirst();
      if (!row) return undefined;
      const { ledger_revision: revision, method, cost_scope: scope, currency, transaction_count: size } = row;
      return { revision, settings: { method, scope, currency }, size };
    },
    async readChanges(portfolioId, since, maxLots) {
      const changes = await readInChunks(portfolioId, since, maxLots);
      return { ...changes, entries: changes.entries.map(unpackEntry) };
    },
  };
}

/** Refuses figures while the files of merged accounts are still being compared. */
export const filesUnsettled = () =>
  new AppError(
    'unavailable',
    'The imported files of your two accounts are being compared, so that nothing counts twice. This takes a moment.',
    { retryAfter: 2 },
  );

/** Refuses figures if those files couldn't be compared: the user can undo some of them. */
export const filesIncomparable = () =>
  new AppError(
    'conflict',
    'The imported files of your two accounts could not be compared, and what both contain would count twice. Undo the files of one account, under Import; then they are compared again.',
  );

/** Whether any portfolio has at least this many transactions. */
export async function hasLargeLedger(db: Database, minSize: number): Promise<boolean> {
  const row = await db
    .selectFrom('portfolios')
    .select('id')
    .where('transaction_count', '>=', minSize)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads the changes of a ledger in chunks, as entries that take little memory. */
export function createReadChanges(read: ReadRows): LedgerSource['readChanges'] {
  return readOrStartOver((...wanted) => readFrom(read, ...wanted));
}

/** Reads the changes of a ledger by a single query, as entries that take little memory. */
export function createReadChangesByStream(stream: StreamRows): LedgerSource['readChanges'] {
  return readOrStartOver((...wanted) => streamFrom(stream, ...wanted));
}

/** Reads the changes since a revision. Undefined: some removals since then are no longer known. */
type ReadFrom = (
  portfolioId: string,
  since: number,
  maxLots: number | undefined,
) => Promise<LedgerChanges | undefined>;

function readOrStartOver(readFrom: ReadFrom): LedgerSource['readChanges'] {
  return async (portfolioId, since, maxLots) =>
    (await readFrom(portfolioId, since, maxLots)) ??
    (await readFrom(portfolioId, 0, maxLots)) ?? { revision: 0, replaces: true, entries: [], removedIds: [] };
}

/**
 * Whether some removals since a revision are no longer known. Throws `unavailable` or `conflict` while the files of
 * merged accounts haven't been compared.
 */
function isOutdated(since: number, { revision, purgedRevision }: Omit<Chunk, 'rows'>): boolean {
  if (revision === unsettled) throw filesUnsettled();
  if (revision === incomparable) throw filesIncomparable();
  return since > 0 && (since < purgedRevision || since > revision);
}

/**
 * Reads in order of revision, so that rows changed meanwhile appear again at the end. When none is left, the result is
 * the ledger at the time of the last chunk.
 */
async function readFrom(
  read: ReadRows,
  portfolioId: string,
  since: number,
  maxLots: number | undefined,
): Promise<LedgerChanges | undefined> {
  const found: Found[] = [];
  const reader = new EntryReader(maxLots);
  let chunk = await readChunk(read, portfolioId, { revision: since + 1, id: '' });
  const firstRevision = chunk.revision;
  for (;;) {
    const { revision, rows } = chunk;
    if (isOutdated(since, chunk)) return undefined;
    for (const row of rows) found.push(toFound(reader, row));
    const last = rows.at(-1);
    if (!last || rows.length < chunkSize) {
      const all = revision === firstRevision ? found : withoutRepeats(found);
      return toChanges(revision, since, all);
    }
    await yieldToEventLoop();
    chunk = await readChunk(read, portfolioId, placeOf(last));
  }
}

/** Makes entries from the first rows while PostgreSQL prepares the others. */
async function streamFrom(
  stream: StreamRows,
  portfolioId: string,
  since: number,
  maxLots: number | undefined,
): Promise<LedgerChanges | undefined> {
  const found: Found[] = [];
  const reader = new EntryReader(maxLots);
  const heads: ChangedRow[] = [];
  await stream(streamQuery, [portfolioId, since], (row) => {
    if (row[idAt] === null) heads.push(row);
    else found.push(toFound(reader, row));
  });
  const [head] = heads;
  if (!head) return undefined;
  const [revision, purgedRevision] = [head[revisionAt] as number, head[deletedAt] as number];
  if (isOutdated(since, { revision, purgedRevision })) return undefined;
  return toChanges(revision, since, found);
}

/** A removed transaction. */
interface Removed {
  readonly id: string;
  readonly isRemoved: true;
}

type Found = LedgerEntry | Removed;

const toFound = (reader: EntryReader, row: ChangedRow): Found =>
  row[deletedAt] === null ? reader.read(row) : { id: row[idAt] as string, isRemoved: true };

/** Keeps the latest version of each row, in case the ledger changed while it was read. */
const withoutRepeats = (found: readonly Found[]): Found[] => [
  ...new Map(found.map((one) => [one.id, one])).values(),
];

function toChanges(revision: number, since: number, found: readonly Found[]): LedgerChanges {
  const entries: LedgerEntry[] = [];
  const removedIds: string[] = [];
  for (const one of found)
    if ('isRemoved' in one) removedIds.push(one.id);
    else entries.push(one);
  const replaces = since === 0;
  return { revision, replaces, entries, removedIds: replaces ? [] : removedIds };
}

interface Place {
  readonly revision: number;
  readonly id: string;
}

const placeOf = (row: ChangedRow): Place => ({
  revision: row[revisionAt] as number,
  id: row[idAt] as string,
});

const selected = Object.entries(expressions).map(([name, expression]) =>
  expression === name ? name : `${expression} as ${name}`,
);

const changedRows = `select ${selected.join(', ')} from transactions
  where portfolio_id = $1 and revision >= $2 and (revision > $2 or id > $3)
  order by revision, id limit $4`;

/** A single statement, so that the revision matches the rows. */
const chunkQuery = `select changed.*,
  (select ${ledgerRevision} from portfolios where id = $1) as ledger_revision,
  (select purged_revision from portfolios where id = $1) as purged_revision
  from (${changedRows}) as changed order by revision, id`;

/** For an empty chunk: the revision, and any rows that changed in the meantime. */
const emptyChunkQuery = `select changed.*, ${ledgerRevision} as ledger_revision, purged_revision
  from portfolios left join (${changedRows}) as changed on true where portfolios.id = $1`;

async function readChunk(read: ReadRows, portfolioId: string, after: Place): Promise<Chunk> {
  const parameters = [portfolioId, after.revision, after.id, chunkSize];
  const rows = await read(chunkQuery, parameters);
  if (rows.length > 0) return toChunk(rows);
  const { rows: found, ...ledger } = toChunk(await read(emptyChunkQuery, parameters));
  return { ...ledger, rows: found.filter((row) => row[idAt] !== null).toSorted(byPlace) };
}

/** The ledger's own row has no id. Rows come in any order, because sorting would hold all of them back. */
const streamQuery = `select ${selected.join(', ')} from transactions
    where portfolio_id = $1 and revision > $2
  union all select ${rowColumns.map((name) => headColumns[name] ?? 'null').join(', ')}
    from portfolios where id = $1`;

function toChunk(rows: readonly ChangedRow[]): Chunk {
  const [first] = rows;
  if (!first) return { revision: 0, purgedRevision: 0, rows: [] };
  return {
    revision: first[ledgerAt] as number,
    purgedRevision: first[ledgerAt + 1] as number,
    rows,
  };
}

function byPlace(one: ChangedRow, other: ChangedRow): number {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a.revision - b.revision || (a.id < b.id ? -1 : Number(a.id > b.id));
}
