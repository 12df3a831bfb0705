import type { LedgerProblem, ProblemKind } from '#contract/ledger/figures.ts';

/** A coin's problem as a sentence. `symbol` is in upper case. */
const sentences: Record<ProblemKind, (symbol: string) => string> = {
  unknown_origin: (symbol) =>
    `Some ${symbol} came from a place without a history, so its cost is unknown. Add the purchase or deposit before it.`,
  negative_balance: (symbol) =>
    `More ${symbol} left this wallet than was in it. Add what is missing before this transaction.`,
  unknown_cost: (symbol) => `The cost of some ${symbol} is unknown, so it is left out of every gain.`,
  no_price: (symbol) => `There is no price for ${symbol} on that day. Enter the value of the transaction.`,
  price_pending: (symbol) => `The price of ${symbol} on that day is being looked up.`,
  no_rate: (symbol) =>
    `There is no exchange rate for that day, so this is left out of the figures for ${symbol}.`,
  lot_missing: (symbol) =>
    `A lot of ${symbol} that this transaction names does not exist, or too little of it is left. The oldest lots took its place.`,
  assumed_date: (symbol) => `The date when this ${symbol} was acquired is assumed. Enter it if you know it.`,
  assumed_value: (symbol) =>
    `This gift of ${symbol} is valued at the market price of that time, as its cost was not entered.`,
  missing_before: (symbol) => `Some ${symbol} acquired earlier is missing.`,
};

/** Used if no transaction causes the problem, but the figures themselves lack a price or a rate. */
const figureSentences: Partial<typeof sentences> = {
  no_price: (symbol) => `There is no price for ${symbol} on the day of these figures.`,
  price_pending: (symbol) => `The price of ${symbol} on the day of these figures is being looked up.`,
  no_rate: (symbol) => `There is no exchange rate for the price of ${symbol}.`,
};

/** A coin's problem as in the API. `transactionId` is null if no transaction causes it. */
export function describeProblem(
  kind: ProblemKind,
  transactionId: string | null,
  symbol: string,
): LedgerProblem {
  const sentence = (transactionId === null && figureSentences[kind]) || sentences[kind];
  return { kind, message: sentence(symbol.toUpperCase()), transactionId };
}
