import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { TaxLine } from '#contract/tax/report.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { Pauses } from '#server/platform/pauses.ts';
import { coinsOf, type LedgerEntry } from '../../ledger/engine/entry.ts';
import { expandEntry } from '../../ledger/engine/expand-entry.ts';
import { formatMoney, parseMoney } from '../../ledger/engine/fixed-point.ts';
import type { Method } from '../../ledger/engine/lot.ts';
import { listCounted } from '../../ledger/proof/list-counted.ts';
import type { FigureSpan, ProofRequest } from '../../ledger/proof/proof-request.ts';
import type { ProofText } from '../../ledger/proof/proof-text.ts';
import type { BuildProof } from '../../ledger/proof/proof-thread.ts';
import type { ProveLine } from '../../ledger/proof/service.ts';
import { ValueBook } from '../../ledger/proof/value-book.ts';
import { maxEntries, tooLarge } from '../../ledger/proof/write-proof.ts';
import type { LineProofMaker } from '../proof/line-proof-maker.ts';
import { type ReportHead, type ReportReader, readReportInTurns } from '../report/read-report-bytes.ts';
import { spanOfDay } from '../report/span-of-day.ts';
import { unpackBytes } from './packed-bytes.ts';
import {
  disposalsOf,
  type ProofTarget,
  proveByStoredRules,
  type StoredReport,
} from './prove-by-stored-rules.ts';
import { readEntries } from './read-entries.ts';
import { readUsedValues, type UsedValue } from './recorded-values.ts';
import type { FiledReportStore } from './store.ts';

async function readAll(written: string): Promise<UsedValue[]> {
  const used: UsedValue[] = [];
  for await (const values of readUsedValues(written)) {
    for (const value of values) used.push(value);
    await yieldToEventLoop();
  }
  return used;
}

/** Proves lines from the data stored when the report was filed. Reads nothing newer. */
export function createLineProver({
  filed,
  build,
  makeProof,
}: {
  readonly build: BuildProof;
  readonly makeProof: LineProofMaker;
  readonly filed: Pick<FiledReportStore, 'findCompared' | 'findBytes'>;
}): ProveLine {
  const readings = new FairQueue();
  async function readLine(userId: string, id: string, number: number): Promise<FiledLine> {
    const file = await filed.findBytes(userId, id, 'json');
    if (!file) throw noReport();
    const report = await readReportInTurns(await unpackBytes(file.bytes));
    const line = await findLine(report, number);
    if (!line) throw new AppError('not_found', 'The report has no such line.');
    return { head: report.head, line, gain: await sumGain(report, line) };
  }
  return async (userId, portfolioId, { report: id, line: number }) => {
    const row = await filed.findCompared(userId, id);
    if (!row || row.portfolio_id !== portfolioId) throw noReport();
    // One at a time: a report may have 256 MB.
    const { head, line, gain } = await readings.run(userId, () => readLine(userId, id, number));
    const stored: StoredReport = {
      userId,
      head,
      withLedger: (read) =>
        readings.run(userId, async () => read((await unpackBytes(row.ledger)).toString())),
      used: await readings.run(userId, async () => readAll((await unpackBytes(row.past_values)).toString())),
      filedAt: row.filed_at,
    };
    const [proof] = line.proofs;
    const isOfLedger = proof !== undefined && proof.country === undefined;
    for (const target of listTargets(line, head)) {
      const proved = isOfLedger
        ? proveByLedger(build, stored, line, target)
        : proveByStoredRules(makeProof, stored, line, target);
      const { value, text } = await proved;
      if (value === gain) return text;
    }
    throw new AppError(
      'conflict',
      'This line was calculated by an earlier version, and the current one gets a different figure, so there is no proof of it. The report itself shows how it was calculated. The lines of a report filed now can be proved.',
    );
  };
}

interface FiledLine {
  readonly head: ReportHead;
  readonly line: TaxLine;
  /** What its proof must arrive at. */
  readonly gain: string | null;
}

const noReport = () => new AppError('not_found', 'There is no such tax report.');

/** Lines parsed between two pauses; other calls wait a few milliseconds. */
const linesAtOnce = 50;

/** The lines of a report, some at a time: all of a long one would take hundreds of megabytes. */
async function* readLines(report: ReportReader): AsyncGenerator<TaxLine[]> {
  const pauses = new Pauses(linesAtOnce);
  for (const table of ['lines', 'apart'] as const) {
    const count = report.count(table);
    for (let first = 0; first < count; first += linesAtOnce) {
      yield report.rows(table, first, Math.min(first + linesAtOnce, count));
      await pauses.after(linesAtOnce);
    }
  }
}

async function findLine(report: ReportReader, number: number): Promise<TaxLine | undefined> {
  for await (const lines of readLines(report)) {
    const line = lines.find((each) => each.number === number);
    if (line) return line;
  }
  return undefined;
}

/** The line's only disposal or the coin's disposals of that day; if the gain is unknown, each disposal. */
function listTargets(line: TaxLine, head: ReportHead): ProofTarget[] {
  const disposals = disposalsOf(line);
  if (isOfDay(line)) return [{ disposal: null, span: daySpanOf(line, head) }];
  return disposals.map((disposal) => ({ disposal, span: { from: null, to: null } }));
}

/** Whether the line sums up a day's disposals. Reports of earlier versions name each of them. */
const isOfDay = (line: TaxLine) =>
  line.gain !== null && (line.proofs[0]?.figure === 'realized' || disposalsOf(line).length > 1);

const daySpanOf = ({ day }: TaxLine, { from, to }: ReportHead): FigureSpan =>
  spanOfDay(Date.parse(`${day}T00:00:00Z`) / 86_400_000, { from: Date.parse(from), to: Date.parse(to) });

/** Proves a line by a figure of the ledger. */
async function proveByLedger(
  build: BuildProof,
  stored: StoredReport,
  line: TaxLine,
  { disposal, span }: ProofTarget,
): Promise<ProofText> {
  const { coin, method, scope, currency } = line.proofs[0]!;
  const request: ProofRequest = {
    ...{ coinId: coin, disposal, span, at: null, asOf: stored.filedAt, currency, scope },
    figure: disposal === null ? 'realized' : 'gain',
    method: method as Method,
  };
  const { entries, at } = await stored.withLedger(async (ledger) => {
    const ofCoin: LedgerEntry[] = [];
    for await (const { entry } of readEntries(ledger))
      if (coinsOf(entry).includes(line.coinId)) ofCoin.push(entry);
    return listCounted(ofCoin, request);
  });
  if (entries.length > maxEntries) throw tooLarge();
  return build(stored.userId, { ...request, at }, entries, fillValues(entries, stored.used, currency));
}

/** A disposal can be split into several lines, such as short and long term. Its proof covers their sum. */
async function sumGain(report: ReportReader, line: TaxLine): Promise<string | null> {
  if (isOfDay(line)) return line.gain;
  const [first] = disposalsOf(line);
  const isSame = (each: TaxLine) =>
    each.coinId === line.coinId &&
    disposalsOf(each).some(
      ({ transactionId, isFee }) => transactionId === first?.transactionId && isFee === first.isFee,
    );
  let sum = 0n;
  for await (const lines of readLines(report))
    for (const { gain } of lines.filter(isSame)) {
      if (gain === null) return null;
      sum += parseMoney(gain);
    }
  return formatMoney(sum);
}

/** Fills in the entries' prices and rates. One that was not stored was unknown at filing. */
function fillValues(
  entries: readonly LedgerEntry[],
  used: readonly UsedValue[],
  currency: string,
): ValueBook {
  const values = new ValueBook(currency);
  for (const { kind, name, day, found } of used) {
    if (kind === 'price') values.setPrice(name, day, found);
    else values.setRate(name, day, found);
  }
  for (;;) {
    for (const entry of entries) expandEntry(entry, values.toValuer());
    const { closes, rates } = values.takeMissing();
    if (closes.length + rates.length === 0) return values.copy();
    for (const { coinId, day } of closes) values.setPrice(coinId, day, null);
    for (const { currency: code, day } of rates) values.setRate(code, day, null);
  }
}
