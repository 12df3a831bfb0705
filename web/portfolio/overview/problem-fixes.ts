import type { LedgerHolding, LedgerProblem, ProblemKind } from '#contract/ledger/figures.ts';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { type TransactionDraft, toField } from '../transaction-form/transaction-fields.ts';

/** A problem's effect until it is fixed, and how to fix it. */
interface ProblemFix {
  /** How the problem affects the figures. */
  readonly effect: string;
  /** Label of the button that opens the transaction with the problem. */
  readonly edit?: string;
  /** True if the fix is to add a missing transaction. */
  readonly isMissing?: true;
}

/** The effect of each kind of problem and its fix, most serious first. */
export const problemFixes: Readonly<Record<ProblemKind, ProblemFix>> = {
  missing_before: {
    effect: 'The part you disposed of has no cost, so its gain is unknown.',
    edit: 'Show the transaction',
    isMissing: true,
  },
  unknown_origin: {
    effect: 'Until then, its gain is unknown too.',
    edit: 'Show the transaction',
    isMissing: true,
  },
  negative_balance: {
    effect: 'The part that exceeds the balance has no cost.',
    edit: 'Show the transaction',
    isMissing: true,
  },
  unknown_cost: { effect: 'Enter what you paid to include it.', edit: 'Enter the cost' },
  no_price: {
    effect: 'Its value at the time is unknown, so it is not included in any total.',
    edit: 'Enter the value',
  },
  price_pending: { effect: 'The figures will include it as soon as the price arrives.' },
  no_rate: {
    effect: 'It can’t be converted, so it is not included in any total.',
    edit: 'Change the transaction',
  },
  lot_missing: { effect: 'The gain is calculated with those lots.', edit: 'Choose other lots' },
  assumed_date: { effect: 'Gains and holding periods depend on that date.', edit: 'Enter the date' },
  assumed_value: { effect: 'The cost is the price of that day.', edit: 'Enter the value' },
};

/** Most serious first. */
const order = Object.keys(problemFixes) as ProblemKind[];
/** Assumptions, and prices that are still loading, are only shown with the holding. */
const quiet = new Set<ProblemKind>(['assumed_date', 'assumed_value', 'price_pending']);

/** Whether a problem affects a figure now. */
export const isSerious = ({ kind }: LedgerProblem) => !quiet.has(kind);

export interface HoldingProblem {
  readonly holding: LedgerHolding;
  readonly problem: LedgerProblem;
}

/** The problems of all holdings that affect a figure, most serious first. */
export function listProblems(holdings: readonly LedgerHolding[]): HoldingProblem[] {
  return holdings
    .flatMap((holding) => holding.problems.map((problem) => ({ holding, problem })))
    .filter(({ problem }) => isSerious(problem))
    .sort((a, b) => order.indexOf(a.problem.kind) - order.indexOf(b.problem.kind));
}

/** How many problems of a holding the answer doesn't list. */
export const countUnlisted = ({ problems, problemCount = problems.length }: LedgerHolding) =>
  problemCount - problems.length;

const minuteMs = 60_000;

/**
 * The draft of a missing transaction: a purchase of the uncovered amount, in the wallet of the transaction that lacks it
 * and the minute before, because a later one wouldn't cover it. `cause` is null if that isn't known.
 */
export function createPurchaseDraft(
  { holding, problem }: HoldingProblem,
  cause: Pick<Transaction, 'occurredAt' | 'wallet'> | null = null,
): TransactionDraft {
  const coin = { id: holding.coinId, symbol: holding.symbol, name: holding.name, market_cap_rank: null };
  const missing = readMissingAmount(problem.message, holding.symbol);
  return {
    type: 'buy',
    coin,
    ...(missing !== undefined && { amount: missing }),
    ...(cause && { occurredAt: minuteBefore(cause.occurredAt), wallet: cause.wallet }),
  };
}

/** The whole minute before that of an instant. */
function minuteBefore(instant: string): string {
  const minute = Math.floor(Date.parse(instant) / minuteMs) - 1;
  return toField(new Date(minute * minuteMs).toISOString());
}

/** The amount named in a problem's message: `At least 0.5 BTC …`. */
export function readMissingAmount(message: string, symbol: string): string | undefined {
  const words = message.split(/\s+/);
  const place = words.findIndex((word) => word.toUpperCase() === symbol.toUpperCase());
  const amount = words[place - 1];
  return amount !== undefined && /^\d{1,24}(?:\.\d{1,18})?$/.test(amount) ? amount : undefined;
}
