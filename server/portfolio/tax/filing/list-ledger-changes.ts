import type { Transaction } from '#contract/ledger/transaction.ts';
import type { TaxChange } from '#contract/tax/filed-report.ts';
import { Pauses } from '#server/platform/pauses.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';

/** The fields that affect figures. Others (note, origin) change no report. */
const countedFields = [
  'id',
  'type',
  'kind',
  'occurredAt',
  'in',
  'out',
  'fee',
  'value',
  'wallet',
  'toWallet',
  'lots',
  'acquiredAt',
  'isDateAssumed',
] as const satisfies readonly (keyof Transaction)[];
export type CountedTransaction = Pick<Transaction, (typeof countedFields)[number]>;

type Chunks = AsyncIterable<readonly Transaction[]>;

/** Lines read between two pauses; other calls wait a few milliseconds. */
const linesAtOnce = 500;

/** Orders transactions of the same instant. `portfolioId`: set for those of other portfolios than the report's own. */
export type PlaceInLedger = Pick<LedgerEntry, 'createdAt' | 'rowIdentity'> & {
  readonly portfolioId?: string;
};

/** One line of JSON per transaction, then a tab and its place. Reports filed by earlier versions have no places. */
export async function writeLedger(
  chunks: Chunks,
  placeOf: (id: string) => PlaceInLedger | undefined,
): Promise<string> {
  const lines: string[] = [];
  for await (const transactions of chunks) {
    for (const each of transactions) {
      const place = placeOf(each.id);
      lines.push(place ? `${writeLine(each)}\t${writePlace(place)}` : writeLine(each));
    }
  }
  return lines.join('\n');
}

export interface WrittenTransaction {
  readonly transaction: CountedTransaction;
  readonly place: PlaceInLedger | null;
}

/** Reads the transactions written by `writeLedger`, yielding to other calls in between. */
export async function* readLedger(written: string): AsyncGenerator<WrittenTransaction> {
  for await (const line of readLines(written)) {
    const [json = '', place] = line.split('\t');
    yield {
      transaction: readLine(json),
      place: place === undefined ? null : (JSON.parse(place) as PlaceInLedger),
    };
  }
}

async function* readLines(written: string): AsyncGenerator<string> {
  const pauses = new Pauses(linesAtOnce);
  for (let start = 0; start < written.length; ) {
    const newline = written.indexOf('\n', start);
    const end = newline < 0 ? written.length : newline;
    yield written.slice(start, end);
    start = end + 1;
    await pauses.after();
  }
}

/** Changes since the ledger was written: changed and removed transactions in its order, then the added ones. */
export async function listLedgerChanges(written: string, chunks: Chunks): Promise<TaxChange[]> {
  const lines = new Map<string, string>();
  for await (const line of readLines(written)) {
    const [json = ''] = line.split('\t');
    lines.set(idOf(json), json);
  }
  const changed = new Map<string, CountedTransaction>();
  const same = new Set<string>();
  for await (const transactions of chunks) {
    for (const transaction of transactions) {
      const line = writeLine(transaction);
      if (lines.get(transaction.id) === line) same.add(transaction.id);
      else changed.set(transaction.id, JSON.parse(line) as CountedTransaction);
    }
  }
  const changes: TaxChange[] = [];
  const pauses = new Pauses(linesAtOnce);
  for (const [id, line] of lines) {
    await pauses.after();
    if (same.has(id)) continue;
    changes.push({ transactionId: id, before: readLine(line), after: changed.get(id) ?? null });
    changed.delete(id);
  }
  for (const [id, after] of changed) changes.push({ transactionId: id, before: null, after });
  return changes;
}

function writeLine(transaction: Transaction): string {
  return JSON.stringify(Object.fromEntries(countedFields.map((name) => [name, transaction[name]])));
}

const writePlace = ({ createdAt, rowIdentity, portfolioId }: PlaceInLedger) =>
  JSON.stringify({ createdAt, rowIdentity, portfolioId });

const readLine = (line: string) => JSON.parse(line) as CountedTransaction;

/** Relies on the id being the first field. */
const idOf = (line: string) => line.slice('{"id":"'.length, line.indexOf('"', '{"id":"'.length));
