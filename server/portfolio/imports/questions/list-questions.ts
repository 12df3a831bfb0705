import type { ImportCandidate, ImportQuestion } from '#contract/ledger/imports.ts';
import type { Leg } from '#contract/ledger/transaction.ts';
import { isInFile, type MergedRow } from '../algebra/import-row.ts';
import type { OpenTransfer } from '../algebra/match-transfers.ts';
import { answersOf, choicesOf, type LoadedFile } from '../change/file-service.ts';
import type { PortfolioPlan } from '../change/plan-service.ts';
import { maxLines } from '../drafts/resolve-drafts.ts';
import type { EnteredRow } from './entered-rows.ts';

/** An import's open and answered questions. `entered`: earlier entries by the user that may be duplicates. */
export function listQuestions(
  file: LoadedFile,
  { ledger, files, wallets }: PortfolioPlan,
  entered: readonly EnteredRow[],
): ImportQuestion[] {
  const index = files.indexOf(file);
  const answers = answersOf(file.record);
  const has = (merged: MergedRow) => isInFile(merged, index);
  const linesOf = (mergedRows: readonly MergedRow[]) =>
    mergedRows
      .flatMap(({ sources }) => sources.filter((one) => one.file === index).flatMap(({ row }) => row.lines))
      .slice(0, maxLines);
  const nameOf = (wallet: string | null) => (wallet === null ? '' : wallets.nameOf(wallet));
  const transfers = [...ledger.openTransfers, ...ledger.answeredTransfers].filter(
    ({ side, others }) => has(side) || others.some(has),
  );
  return [
    ...listCoinQuestions(file),
    ...listDateQuestions(file),
    ...transfers.map((open) => ({
      ...describeTransfer(open, nameOf),
      lines: linesOf([open.side, ...open.others]),
      answer: answers[open.key] ?? null,
    })),
    ...ledger.equalRows
      .filter((rows) => rows.files.includes(index))
      .map(({ key, row }) => ({
        key,
        kind: 'equal_rows' as const,
        text: `Another file ends or begins with the same row (${describeRow(row.in, row.out)}, ${dateOf(row.at)}). Is it one transaction, or are there two?`,
        candidates: [
          choice('replace', 'One transaction', 'Both files have the same row.'),
          choice('keep', 'Two transactions', 'One file ends where the other begins.'),
        ],
        lines: row.lines.slice(0, maxLines),
        answer: answers[key] ?? null,
      })),
    ...entered.map((one) => ({
      ...describeEntered(one),
      lines: one.merged ? linesOf([one.merged]) : [],
      answer: answers[one.key] ?? null,
    })),
  ];
}

function choice(answer: string, name: string, reason: string): ImportCandidate {
  return { answer, coinId: null, name, symbol: null, likelihood: null, reason };
}

function listCoinQuestions(file: LoadedFile): ImportQuestion[] {
  const unclear = choicesOf(file.record).filter(({ reason }) => reason !== '');
  if (unclear.length === 0) return [];
  const answers = answersOf(file.record);
  const lines = file.resolved.questionLines;
  return unclear
    .filter(({ key }) => lines.has(key))
    .map(({ key, ticker, name, candidates, reason }) => ({
      key,
      kind: 'coin',
      text: `Which coin is ${ticker}${name === null ? '' : ` (${name})`}? ${reason}`,
      candidates: [...candidates],
      lines: [...lines.get(key)!],
      answer: answers[key] ?? null,
    }));
}

function listDateQuestions({ record, resolved }: LoadedFile): ImportQuestion[] {
  if (record.open_date === null) return [];
  const { first, lines } = resolved.openDates;
  return [
    {
      key: 'dates',
      kind: 'dates',
      text: `Is ${record.open_date} day first or month first? No row of the file says which.`,
      candidates: [
        choice('dmy', 'Day first', first ? dateOf(first.occurredAt) : 'Day, month, year'),
        choice('mdy', 'Month first', first?.monthFirst ? dateOf(first.monthFirst) : 'Month, day, year'),
      ],
      lines: [...lines],
      answer: answersOf(record).dates ?? null,
    },
  ];
}

function describeTransfer(
  { key, side, others }: OpenTransfer,
  nameOf: (wallet: string | null) => string,
): Omit<ImportQuestion, 'lines' | 'answer'> {
  return {
    key,
    kind: 'transfer',
    text: `${describeRow(null, side.row.out)} left ${nameOf(side.row.wallet)} on ${dateOf(side.row.at)}. Which of these arrivals is it?`,
    candidates: others.map((other) =>
      choice(other.key, `To ${nameOf(other.row.toWallet)}`, `Arrived on ${dateOf(other.row.at)}.`),
    ),
  };
}

function describeEntered({
  kind,
  key,
  own,
  isArrival,
}: EnteredRow): Omit<ImportQuestion, 'lines' | 'answer'> {
  const amount = own.in_coin === null ? own.out_amount : own.in_amount;
  const symbol = (own.in_coin === null ? own.out_symbol : own.in_symbol) ?? '';
  const coins = `${amount ?? ''} ${symbol.toUpperCase()}`.trim();
  if (kind === 'opening')
    return {
      key,
      kind,
      text: `You entered a position of ${coins} without a history, and the file has the history of that coin.`,
      candidates: [
        choice('replace', 'Replace it', 'The file has these coins too, so your entry is removed.'),
        choice('keep', 'Keep both', 'These are coins that the file does not have.'),
      ],
    };
  const keep = choice('keep', 'Keep both', 'These are two transactions.');
  if (isArrival)
    return {
      key,
      kind,
      text: `You entered a transfer of ${coins} on ${dateOf(own.occurred_at)}, and the file has an arrival of the same amount within a day of it.`,
      candidates: [
        choice(
          'replace',
          'It is one transfer',
          'Your entry stays, because it also has where the coins came from.',
        ),
        keep,
      ],
    };
  return {
    key,
    kind,
    text: `You entered ${coins} on ${dateOf(own.occurred_at)}, and the file has the same amount within a day of it.`,
    candidates: [
      choice(
        'replace',
        'Replace what I entered',
        'It is the same transaction, and the file has more details.',
      ),
      keep,
    ],
  };
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

function describeRow(into: Leg | null, out: Leg | null): string {
  const leg = into ?? out;
  if (leg === null) return '';
  return `${leg.amount} ${'coinId' in leg ? leg.symbol.toUpperCase() : leg.currency}`;
}
