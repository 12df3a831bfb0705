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

/**
 * Characters read, written or described between two pauses; other calls wait a few milliseconds. A transaction has
 * about 300, or 60,000 with a thousand named lots.
 */
const charactersAtOnce = 128 * 1024;

/** Orders transactions of the same instant. `portfolioId`: set for those of other portfolios than the report's own. */
export type LedgerPosition = Pick<LedgerEntry, 'createdAt' | 'rowIdentity'> & {
  readonly portfolioId?: string;
};

/** One line of JSON per transaction, then a tab and its position. Reports filed by earlier versions have no positions. */
export async function writeLedger(
  chunks: Chunks,
  positionOf: (id: string) => LedgerPosition | undefined,
): Promise<string> {
  const lines: string[] = [];
  for await (const transactions of chunks) {
    for (const each of transactions) {
      const position = positionOf(each.id);
      lines.push(position ? `${writeLine(each)}\t${writePosition(position)}` : writeLine(each));
    }
  }
  return lines.join('\n');
}

export interface WrittenTransaction {
  readonly transaction: CountedTransaction;
  readonly position: LedgerPosition | null;
}

/** Reads the transactions written by `writeLedger`, yielding to other calls in between. */
export async function* readLedger(written: string): AsyncGenerator<WrittenTransaction> {
  for await (const line of readLines(written)) {
    const [json = '', position] = line.split('\t');
    yield {
      transaction: readLine(json),
      position: position === undefined ? null : (JSON.parse(position) as LedgerPosition),
    };
  }
}

async function* readLines(written: string): AsyncGenerator<string> {
  const pauses = new Pauses(charactersAtOnce);
  for (let start = 0; start < written.length; ) {
    const newline = written.indexOf('\n', start);
    const end = newline < 0 ? written.length : newline;
    yield written.slice(start, end);
    await pauses.after(end - start);
    start = end + 1;
  }
}

/**
 * Changes since the ledger was written: changed and removed transactions in its order, then the added ones. The given
 * transactions have all been read when this returns. Of the changes only the lines are kept: a hundred thousand of them
 * as objects would take hundreds of megabytes.
 */
export async function listLedgerChanges(
  written: string,
  chunks: Chunks,
): Promise<AsyncGenerator<TaxChange[]>> {
  const before = new Map<string, string>();
  for await (const line of readLines(written)) {
    const [json = ''] = line.split('\t');
    before.set(idOf(json), json);
  }
  const after = new Map<string, string>();
  const pauses = new Pauses(charactersAtOnce);
  for await (const transactions of chunks) {
    for (const transaction of transactions) {
      const line = writeLine(transaction);
      if (before.get(transaction.id) === line) before.delete(transaction.id);
      else after.set(transaction.id, line);
      await pauses.after(line.length);
    }
  }
  return describeChanges(before, after);
}

/** In batches that take about a millisecond each. `before`, `after`: lines that differ, by the id of the transaction. */
async function* describeChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): AsyncGenerator<TaxChange[]> {
  let batch: TaxChange[] = [];
  let characters = 0;
  for (const transactionId of new Set([...before.keys(), ...after.keys()])) {
    const [then, now] = [before.get(transactionId), after.get(transactionId)];
    batch.push({ transactionId, before: readLine(then), after: readLine(now) });
    characters += (then?.length ?? 0) + (now?.length ?? 0);
    if (characters < charactersAtOnce) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  yield batch;
}

function writeLine(transaction: Transaction): string {
  return JSON.stringify(Object.fromEntries(countedFields.map((name) => [name, transaction[name]])));
}

const writePosition = ({ createdAt, rowIdentity, portfolioId }: LedgerPosition) =>
  JSON.stringify({ createdAt, rowIdentity, portfolioId });

function readLine(line: string): CountedTransaction;
function readLine(line: string | undefined): CountedTransaction | null;
function readLine(line: string | undefined): CountedTransaction | null {
  return line === undefined ? null : (JSON.parse(line) as CountedTransaction);
}

/** Relies on the id being the first field. */
const idOf = (line: string) => line.slice('{"id":"'.length, line.indexOf('"', '{"id":"'.length));
