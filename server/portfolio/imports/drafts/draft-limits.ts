/**
 * Limits for what a file's rows become, and what is said about them. An imported account must keep to them too. In
 * characters unless stated otherwise; real files stay far below.
 */
export const draftLimits = {
  /** Of a coin or a currency. If the file identifies the coin, its ticker may be as long as an id. */
  maxTickerLength: 60,
  maxCoinIdLength: 120,
  /** Of a coin. */
  maxNameLength: 100,
  /** Of a wallet. */
  maxWalletLength: 60,
  /** Of a transaction, an order, a hash or an address. */
  maxIdLength: 200,
  maxNoteLength: 1000,
  /** Number of lots that a row names. */
  maxLots: 1000,
  /** Number of balances that a row states. */
  maxBalances: 2000,
  /** Of a problem's message, and of the row's text beside it; an ellipsis follows if it was longer. */
  maxProblemText: 300,
  /** Number of problems; one more says how many are not listed. */
  maxProblems: 1000,
  /** Of a date that can be read in two ways. */
  maxOpenDateLength: 40,
  /** Of a column's name in an answer. */
  maxColumnLength: 100,
  /** Number of different coins. */
  maxTickers: 2000,
  /** Number of drafts stored together. */
  maxPartDrafts: 1000,
  /** In bytes, unpacked: the draft that reaches it is the last of its part. */
  maxPartBytes: 1024 * 1024,
  /** Number of stored parts. */
  maxParts: 400,
} as const;
