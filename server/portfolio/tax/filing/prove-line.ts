import type { TaxLine, TaxProof } from '#contract/tax/report.ts';
import type { Instant } from '#contract/units.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { Pauses } from '#server/platform/pauses.ts';
import { coinsOf, type LedgerEntry, type Leg } from '../../ledger/engine/entry.ts';
import { expandEntry } from '../../ledger/engine/expand-entry.ts';
import { formatMoney, parseAmount, parseMoney } from '../../ledger/engine/fixed-point.ts';
import type { ProofRequest } from '../../ledger/proof/proof-request.ts';
import type { BuildProof } from '../../ledger/proof/proof-thread.ts';
import type { ProveLine } from '../../ledger/proof/service.ts';
import { ValueBook } from '../../ledger/proof/value-book.ts';
import { maxEntries, tooLarge } from '../../ledger/proof/write-proof.ts';
import { type ReportReader, readReportInTurns } from '../pdf/read-report-bytes.ts';
import { createTaxYear } from '../report/tax-year.ts';
import { type CountedTransaction, type PlaceInLedger, readLedger } from './list-ledger-changes.ts';
import { unpackBytes } from './packed-bytes.ts';
import type { UsedValue } from './recorded-values.ts';
import type { FiledReportStore } from './store.ts';

/** Proves lines from the data stored when the report was filed. Reads nothing newer. */
export function createLineProver({
  filed,
  build,
}: {
  readonly build: BuildProof;
  readonly filed: Pick<FiledReportStore, 'findCompared' | 'findBytes'>;
}): ProveLine {
  return async (userId, portfolioId, { report: id, line: number }) => {
    const row = await filed.findCompared(userId, id);
    const file = await filed.findBytes(userId, id, 'json');
    if (!row || !file || row.portfolio_id !== portfolioId)
      throw new AppError('not_found', 'There is no such tax report.');
    const report = await readReportInTurns(await unpackBytes(file.bytes));
    const lines = await listLines(report);
    const line = lines.find((each) => each.number === number);
    if (!line) throw new AppError('not_found', 'The report has no such line.');
    if (line.proofs.length === 0)
      throw new AppError(
        'conflict',
        'This line follows a rule of its country that the ledger does not have. Its working is in the report.',
      );
    const used = JSON.parse((await unpackBytes(row.past_values)).toString()) as UsedValue[];
    const entries: LedgerEntry[] = [];
    for await (const { transaction, place } of readLedger((await unpackBytes(row.ledger)).toString())) {
      const entry = toEntry(transaction, place);
      if (!coinsOf(entry).includes(line.coinId)) continue;
      entries.push(entry);
      if (entries.length > maxEntries) throw tooLarge();
    }
    const frozen = { entries, used, filedAt: row.filed_at };
    return proveLine(build, frozen, line, lines, report);
  };
}

/** Lines parsed between two pauses; other calls wait a few milliseconds. */
const linesAtOnce = 250;

async function listLines(report: ReportReader): Promise<TaxLine[]> {
  const lines: TaxLine[] = [];
  const pauses = new Pauses(linesAtOnce);
  for (const table of ['lines', 'apart'] as const) {
    const count = report.count(table);
    for (let first = 0; first < count; first += linesAtOnce) {
      lines.push(...report.rows(table, first, Math.min(first + linesAtOnce, count)));
      await pauses.after(linesAtOnce);
    }
  }
  return lines;
}

interface Frozen {
  readonly entries: readonly LedgerEntry[];
  readonly used: readonly UsedValue[];
  readonly filedAt: Instant;
}

/** Returns the first candidate proof whose value equals the line's gain. */
async function proveLine(
  build: BuildProof,
  frozen: Frozen,
  line: TaxLine,
  lines: readonly TaxLine[],
  { head: { country, year, timeZone } }: ReportReader,
): Promise<string> {
  const { zone } = createTaxYear(country, year, timeZone);
  const day = Date.parse(`${line.day}T00:00:00Z`) / 86_400_000;
  const span = { from: zone.startOf(day), to: zone.startOf(day + 1) };
  for (const request of listRequests(line, span, frozen.filedAt)) {
    const values = fillValues(frozen, request.currency);
    const { value, text } = await build(request, frozen.entries, values);
    if (value === gainOfLines(line, lines)) return text;
  }
  throw new AppError(
    'conflict',
    'This line was worked out by an earlier version of the engine, and the present one comes to another figure. Its working is in the report.',
  );
}

/** Requests the line's only disposal or the coin's disposals of that day; if the gain is unknown, each disposal. */
function listRequests(line: TaxLine, daySpan: ProofRequest['span'], asOf: Instant): ProofRequest[] {
  const whole = { from: null, to: null };
  const ofDisposal = ({ coin, transaction, isFee, method, scope, currency }: TaxProof): ProofRequest => ({
    figure: 'gain',
    coinId: coin,
    disposal: { transactionId: transaction, isFee },
    span: whole,
    ...{ at: null, asOf, currency, method, scope },
  });
  const single = line.proofs.map(ofDisposal);
  if (single.length <= 1 || line.gain === null) return single;
  return [{ ...single[0]!, figure: 'realized', disposal: null, span: daySpan }];
}

/** A disposal can be split into several lines, such as short and long term. Its proof covers their sum. */
function gainOfLines({ proofs: [proof] }: TaxLine, lines: readonly TaxLine[]): string | null {
  let sum = 0n;
  for (const { proofs, gain } of lines) {
    const isSame = proofs.some(
      (each) =>
        each.transaction === proof?.transaction && each.isFee === proof.isFee && each.coin === proof.coin,
    );
    if (!isSame) continue;
    if (gain === null) return null;
    sum += parseMoney(gain);
  }
  return formatMoney(sum);
}

/** A value that was not stored was unknown at filing. */
function fillValues({ entries, used }: Frozen, currency: string): ValueBook {
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

function toEntry(transaction: CountedTransaction, place: PlaceInLedger | null): LedgerEntry {
  const { id, type, kind, wallet, toWallet, lots, value, occurredAt, acquiredAt, isDateAssumed } =
    transaction;
  return {
    ...{ id, type, kind, wallet, toWallet, isDateAssumed },
    occurredAt: Date.parse(occurredAt),
    in: toLeg(transaction.in),
    out: toLeg(transaction.out),
    fee: toLeg(transaction.fee),
    value: value && { currency: value.currency, amount: parseMoney(value.amount) },
    lots: (lots ?? []).map(({ transactionId, amount }) => ({ transactionId, amount: parseAmount(amount) })),
    acquiredAt: acquiredAt === null ? null : Date.parse(acquiredAt),
    rowIdentity: place?.rowIdentity ?? null,
    createdAt: place?.createdAt ?? createdAtOf(id),
  };
}

function toLeg(leg: CountedTransaction['in']): Leg | null {
  if (leg === null) return null;
  return 'coinId' in leg
    ? { coinId: leg.coinId, amount: parseAmount(leg.amount) }
    : { currency: leg.currency, amount: parseMoney(leg.amount) };
}

/** A UUID v7 starts with its Unix time in milliseconds (48 bits). */
const createdAtOf = (id: string): Instant => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
