/** Limits for what is kept of files besides their rows (`draftLimits`). An imported account must keep to them too. */
export const keptLimits = {
  /** Number of coins offered for a ticker, whose prices are looked up. Real files don't need more. */
  maxCandidates: 12,
  /** Number of answers to the questions about one file; also bounded where a JSON body is received. */
  maxAnswers: 20_000,
  /** Of a question's key, and of its answer. */
  maxAnswerLength: 300,
  /** Number of stated balances that the rows of one file don't explain: the last ones, because it could have one per row. */
  maxCheckpoints: 500,
  /** Number of answers about tickers that an account's next files are read with. */
  maxCoinAnswers: 100_000,
} as const;
