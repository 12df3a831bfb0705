/**
 * Limits for what is stored about files besides their rows (see `draftLimits`). An imported account must keep to them
 * too.
 */
export const keptLimits = {
  /** Number of coins offered for a ticker, whose prices are looked up. Real files don't need more. */
  maxCandidates: 12,
  /** Number of answers to the questions about one file; also bounded where a JSON body is received. */
  maxAnswers: 20_000,
  /** Of a question's key, and of its answer. */
  maxAnswerLength: 300,
  /** Number of balances in one file that its rows don't explain. Only the last are kept: each row could have one. */
  maxCheckpoints: 500,
  /** Number of answers about tickers that are remembered per account for its next files. */
  maxCoinAnswers: 100_000,
} as const;
