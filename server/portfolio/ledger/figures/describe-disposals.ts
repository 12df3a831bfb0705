import type { Disposal, DisposalPage, Match } from '#contract/ledger/figures.ts';
import type { CoinId } from '#contract/units.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { DisposalKey, DisposalRow, DisposalRows } from '../calculator/ledger-query.ts';
import { formatAmount } from '../engine/fixed-point.ts';
import type { Match as EngineMatch } from '../engine/lot.ts';
import type { CoinNames } from './coin-names.ts';
import { describeProblem } from './describe-problem.ts';
import { instantText, moneyText } from './money-text.ts';

/** A page of disposals as in the API. */
export function describeDisposals(
  { rows, hasMore, totals, years }: DisposalRows,
  names: ReadonlyMap<CoinId, CoinNames>,
): DisposalPage {
  const last = rows.at(-1);
  return {
    disposals: rows.map((row) => describeDisposal(row, names.get(row.coinId)?.symbol ?? row.coinId)),
    nextCursor: hasMore && last ? writeCursor(last) : null,
    totals: {
      proceeds: moneyText(totals.proceeds),
      cost: moneyText(totals.cost),
      gain: moneyText(totals.gain),
      unknownCost: totals.unknownCost,
      ...(totals.unknownGain > totals.unknownCost && { unknownGain: totals.unknownGain }),
      count: totals.count,
    },
    years: [...years],
  };
}

function describeDisposal(row: DisposalRow, symbol: string): Disposal {
  return {
    transactionId: row.transactionId,
    disposedAt: new Date(row.disposedAt).toISOString(),
    coinId: row.coinId,
    symbol,
    amount: formatAmount(row.amount),
    isFee: row.isFee,
    proceeds: moneyText(row.proceeds),
    cost: moneyText(row.cost),
    gain: moneyText(row.gain),
    unknownCost: row.cost === null,
    matches: row.matches.map(describeMatch),
    ...(row.matchCount > row.matches.length && { matchCount: row.matchCount }),
    problems: row.problems.map(({ kind, transactionId }) => describeProblem(kind, transactionId, symbol)),
  };
}

/** A match as in the API. */
export function describeMatch({ transactionId, acquiredAt, amount, cost, rule }: EngineMatch): Match {
  return {
    transactionId,
    acquiredAt: instantText(acquiredAt),
    amount: formatAmount(amount),
    cost: moneyText(cost),
    rule,
  };
}

function writeCursor({ disposedAt, transactionId, coinId, isFee }: DisposalKey): string {
  return Buffer.from(JSON.stringify([disposedAt, transactionId, coinId, isFee])).toString('base64url');
}

/** Throws `invalid_request` for text that isn't a cursor from an earlier page. */
export function readCursor(cursor: string): DisposalKey {
  try {
    const [disposedAt, transactionId, coinId, isFee] = JSON.parse(
      Buffer.from(cursor, 'base64url').toString(),
    ) as unknown[];
    if (
      typeof disposedAt === 'number' &&
      typeof transactionId === 'string' &&
      typeof coinId === 'string' &&
      typeof isFee === 'boolean'
    )
      return { disposedAt, transactionId, coinId, isFee };
  } catch {
    // Rejected below, like any other invalid text.
  }
  const message = 'Must be the nextCursor of an earlier answer';
  throw new AppError('invalid_request', message, { issues: [{ path: 'cursor', message }] });
}
