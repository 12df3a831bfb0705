import type { Database } from '#server/platform/database/database.ts';
import type { LedgerChanges, LedgerSource } from '../calculator/ledger-source.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import { type EntryRow, entryColumns, toEntry } from './transaction-row.ts';

/** Rows read at once: SQLite's answers are made in one go, and other calls wait meanwhile. */
const chunkSize = 2000;

type ChangedRow = EntryRow & { readonly revision: number; readonly deleted_at: number | null };

interface Chunk {
  /** The ledger's as of the same moment as the rows. */
  readonly revision: number;
  readonly purgedRevision: number;
  readonly rows: readonly ChangedRow[];
}

/** Where the figures read the stored ledgers from. */
export function createLedgerSource(db: Database): LedgerSource {
  return {
    async findHead(userId, portfolioId) {
      const row = await db
        .selectFrom('portfolios')
        .select(['ledger_revision', 'method', 'cost_scope', 'currency'])
        .select((portfolio) =>
          portfolio
            .selectFrom('transactions')
            .select(({ fn }) => fn.countAll<number>().as('size'))
            .whereRef('transactions.portfolio_id', '=', 'portfolios.id')
            .where('transactions.deleted_at', 'is', null)
            .as('size'),
        )
        .where('user_id', '=', userId)
        .where('id', '=', portfolioId)
        .executeTakeFirst();
      if (!row) return undefined;
      const { ledger_revision: revision, method, cost_scope: scope, currency } = row;
      return { revision, settings: { method, scope, currency }, size: Number(row.size ?? 0) };
    },

    async readChanges(portfolioId, sinceRevision) {
      return (
        (await readFrom(db, portfolioId, sinceRevision)) ??
        (await readFrom(db, portfolioId, 0)) ?? {
          revision: 0,
          replaces: true,
          entries: [],
          removedIds: [],
        }
      );
    },
  };
}

/**
 * Reads in the order of revisions, so that what changes meanwhile comes again at the end: once nothing is left, the answer
 * is the ledger of the last chunk's moment. Undefined: not all that was removed since is known.
 */
async function readFrom(
  db: Database,
  portfolioId: string,
  since: number,
): Promise<LedgerChanges | undefined> {
  const entries = new Map<string, LedgerEntry>();
  const removedIds = new Set<string>();
  let last: Pick<ChangedRow, 'revision' | 'id'> = { revision: since + 1, id: '' };
  for (;;) {
    const { revision, purgedRevision, rows } = await readChunk(db, portfolioId, last);
    if (since > 0 && (since < purgedRevision || since > revision)) return undefined;
    for (const row of rows) {
      if (row.deleted_at === null) {
        removedIds.delete(row.id);
        entries.set(row.id, toEntry(row));
      } else {
        entries.delete(row.id);
        removedIds.add(row.id);
      }
    }
    const next = rows.at(-1);
    if (!next || rows.length < chunkSize)
      return {
        revision,
        replaces: since === 0,
        entries: [...entries.values()],
        removedIds: since === 0 ? [] : [...removedIds],
      };
    last = next;
  }
}

/** One statement, so that the revision is that of the rows. */
async function readChunk(
  db: Database,
  portfolioId: string,
  after: Pick<ChangedRow, 'revision' | 'id'>,
): Promise<Chunk> {
  const portfolio = db.selectFrom('portfolios').where('portfolios.id', '=', portfolioId);
  const rows = await changedRows(db, portfolioId, after)
    .select([
      portfolio.select('ledger_revision').as('ledger_revision'),
      portfolio.select('purged_revision').as('purged_revision'),
    ])
    .execute();
  const [first] = rows;
  if (!first) return readEmptyChunk(db, portfolioId, after);
  return {
    revision: first.ledger_revision ?? 0,
    purgedRevision: first.purged_revision ?? 0,
    rows,
  };
}

/** Where nothing had changed: the revision, and what has changed in the meantime. */
async function readEmptyChunk(
  db: Database,
  portfolioId: string,
  after: Pick<ChangedRow, 'revision' | 'id'>,
): Promise<Chunk> {
  const found = await db
    .selectFrom('portfolios')
    .leftJoin(changedRows(db, portfolioId, after).as('changed'), (join) => join.onTrue())
    .select(['ledger_revision', 'purged_revision', 'changed.revision', 'changed.deleted_at'])
    .select(entryColumns.map((name) => `changed.${name}` as const))
    .where('portfolios.id', '=', portfolioId)
    .execute();
  const [first] = found;
  if (!first) return { revision: 0, purgedRevision: 0, rows: [] };
  const rows = found.filter((row) => row.id !== null) as ChangedRow[];
  return {
    revision: first.ledger_revision,
    purgedRevision: first.purged_revision,
    rows: rows.sort(byRevision),
  };
}

function changedRows(db: Database, portfolioId: string, after: Pick<ChangedRow, 'revision' | 'id'>) {
  return db
    .selectFrom('transactions')
    .select(['revision', 'deleted_at', ...entryColumns])
    .where('portfolio_id', '=', portfolioId)
    .where('revision', '>=', after.revision)
    .where((row) => row.or([row('revision', '>', after.revision), row('id', '>', after.id)]))
    .orderBy('revision')
    .orderBy('id')
    .limit(chunkSize);
}

const byRevision = (a: ChangedRow, b: ChangedRow) =>
  a.revision - b.revision || (a.id < b.id ? -1 : Number(a.id > b.id));
