import { setImmediate as giveWay } from 'node:timers/promises';
import type { Database } from '#server/platform/database/database.ts';
import type { ReadRows } from '#server/platform/database/row-reader.ts';
import type { LedgerChanges, LedgerSource } from '../calculator/ledger-source.ts';
import { unpackEntry } from '../engine/change-entry.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import { EntryReader, entryExpressions } from './entry-reader.ts';

/** How to run queries, and the number of rows that each reads. */
interface ChunkReader {
  readonly read: ReadRows;
  readonly chunkSize: number;
}

/**
 * SQLite reads synchronously, which blocks other calls. The rows of a larger chunk would outlive the young generation
 * of a thread's heap, and more garbage than entries would be left in the old one.
 */
const defaultChunkSize = 500;

const expressions = { ...entryExpressions, revision: 'revision', deleted_at: 'deleted_at' };
const rowColumns = Object.keys(expressions);
/** The columns of a chunk's rows, in this order. */
const chunkColumns = [...rowColumns, 'ledger_revision', 'purged_revision'];
/** Indices of values in a row. The ledger's own columns come last. */
const [idAt, ledgerAt] = [0, rowColumns.length];
const [revisionAt, deletedAt] = [ledgerAt - 2, ledgerAt - 1];

/** A changed transaction, as the values of `expressions`. */
type ChangedRow = readonly unknown[];

interface Chunk {
  /** The ledger's revision when the rows were read. */
  readonly revision: number;
  readonly purgedRevision: number;
  readonly rows: readonly ChangedRow[];
}

/**
 * Where the figures read the stored ledgers from. `read` runs queries on the same database. The entries may be sent to
 * a thread and changed by a country's rules.
 */
export function createLedgerSource(db: Database, read: ReadRows): LedgerSource {
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
    async readChanges(portfolioId, since) {
      const changes = await readChanges({ read, chunkSize: defaultChunkSize }, portfolioId, since);
      return { ...changes, entries: changes.entries.map(unpackEntry) };
    },
  };
}

/** Whether any portfolio has at least this many transactions. */
export async function hasLedgerOf(db: Database, minSize: number): Promise<boolean> {
  const row = await db
    .selectFrom('portfolios')
    .select('id')
    .where('transaction_count', '>=', minSize)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads the changes of a ledger over a thread's own connection, as entries that take little memory. */
export function createReadChanges(read: ReadRows, chunkSize = defaultChunkSize): LedgerSource['readChanges'] {
  return (portfolioId, since) => readChanges({ read, chunkSize }, portfolioId, since);
}

async function readChanges(reader: ChunkReader, portfolioId: string, since: number): Promise<LedgerChanges> {
  return (
    (await readFrom(reader, portfolioId, since)) ??
    (await readFrom(reader, portfolioId, 0)) ?? {
      revision: 0,
      replaces: true,
      entries: [],
      removedIds: [],
    }
  );
}

/**
 * Reads in order of revision, so that rows changed meanwhile appear again at the end. When none is left, the result is
 * the ledger at the time of the last chunk. Undefined: some removals since the revision are no longer known.
 */
async function readFrom(
  chunks: ChunkReader,
  portfolioId: string,
  since: number,
): Promise<LedgerChanges | undefined> {
  const found: Found[] = [];
  const reader = new EntryReader();
  let chunk = await readChunk(chunks, portfolioId, { revision: since + 1, id: '' });
  const firstRevision = chunk.revision;
  for (;;) {
    const { revision, purgedRevision, rows } = chunk;
    if (since > 0 && (since < purgedRevision || since > revision)) return undefined;
    const last = rows.at(-1);
    const isLast = !last || rows.length < chunks.chunkSize;
    const next = isLast ? undefined : readChunk(chunks, portfolioId, placeOf(last));
    next?.catch(() => undefined);
    // Only then is the query sent, and PostgreSQL prepares the next rows while these are processed.
    if (next) await giveWay();
    for (const row of rows) found.push(row[deletedAt] === null ? reader.read(row) : toRemoved(row));
    if (!next) {
      const { entries, removedIds } = split(revision === firstRevision ? found : withoutRepeats(found));
      return { revision, replaces: since === 0, entries, removedIds: since === 0 ? [] : removedIds };
    }
    chunk = await next;
  }
}

/** A removed transaction. */
interface Removed {
  readonly id: string;
  readonly isRemoved: true;
}

type Found = LedgerEntry | Removed;

const toRemoved = (row: ChangedRow): Removed => ({ id: row[idAt] as string, isRemoved: true });

/** Keeps the latest version of each row, in case the ledger changed while it was read. */
const withoutRepeats = (found: readonly Found[]): Found[] => [
  ...new Map(found.map((one) => [one.id, one])).values(),
];

function split(found: readonly Found[]): { entries: LedgerEntry[]; removedIds: string[] } {
  const entries: LedgerEntry[] = [];
  const removedIds: string[] = [];
  for (const one of found)
    if ('isRemoved' in one) removedIds.push(one.id);
    else entries.push(one);
  return { entries, removedIds };
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
  (select ledger_revision from portfolios where id = $1) as ledger_revision,
  (select purged_revision from portfolios where id = $1) as purged_revision
  from (${changedRows}) as changed order by revision, id`;

/** For an empty chunk: the revision, and any rows that changed in the meantime. */
const emptyChunkQuery = `select changed.*, ledger_revision, purged_revision
  from portfolios left join (${changedRows}) as changed on true where portfolios.id = $1`;

async function readChunk(
  { read, chunkSize }: ChunkReader,
  portfolioId: string,
  after: Place,
): Promise<Chunk> {
  const parameters = [portfolioId, after.revision, after.id, chunkSize];
  const rows = await read(chunkQuery, parameters, chunkColumns);
  if (rows.length > 0) return toChunk(rows);
  const { rows: found, ...ledger } = toChunk(await read(emptyChunkQuery, parameters, chunkColumns));
  return { ...ledger, rows: found.filter((row) => row[idAt] !== null).toSorted(byPlace) };
}

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
