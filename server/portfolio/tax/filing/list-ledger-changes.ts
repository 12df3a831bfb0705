import type { Transaction } from '#contract/ledger/transaction.ts';
import type { TaxChange } from '#contract/tax/filed-report.ts';

/** What figures follow from. What else a transaction has (a note, where it came from) changes no report. */
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

/** Transactions as text, a line of JSON each. */
export async function writeLedger(chunks: Chunks): Promise<string> {
  const lines: string[] = [];
  for await (const transactions of chunks) for (const each of transactions) lines.push(writeLine(each));
  return lines.join('\n');
}

/** What was added, changed or removed since a ledger was written, in the order of its transactions then; added ones last. */
export async function listLedgerChanges(written: string, chunks: Chunks): Promise<TaxChange[]> {
  const lines = new Map(written === '' ? [] : written.split('\n').map((line) => [idOf(line), line]));
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
  for (const [id, line] of lines) {
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

const readLine = (line: string) => JSON.parse(line) as CountedTransaction;

/** The id is the first field. */
const idOf = (line: string) => line.slice('{"id":"'.length, line.indexOf('"', '{"id":"'.length));
