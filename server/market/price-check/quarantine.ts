import type { Coin } from '#contract/market.ts';
import {
  confirmationsNeeded,
  isPrice,
  isWithinTenfold,
  judgeQuote,
  type QuoteBelief,
} from './quote-check.ts';

/*
 * Which of the provider's prices to believe. Pure: the same belief and the same answer give the same verdict.
 * The rule in words for users stands in docs/market-data.md; change both together.
 */

/** What is believed of one source. Replaced as a whole by each refresh. */
export interface Belief {
  /** By coin id; a coin that left the list is kept for a while, so that its return is judged. */
  readonly quotes: ReadonlyMap<string, QuoteBelief>;
  /** Ids of the last refresh that was believed. */
  readonly listed: ReadonlySet<string>;
  /** A whole refresh that is not believed yet. */
  readonly suspect: SuspectRefresh | null;
  /** The newest `last_updated` of any row so far, in milliseconds. */
  readonly newest: number | null;
  /** When that last advanced, in our time (ms), or when asking began again. */
  readonly advancedAt: number;
  /** When the last refresh was judged (ms). */
  readonly judgedAt: number;
}

interface SuspectRefresh {
  readonly prices: ReadonlyMap<string, number>;
  readonly confirmations: number;
}

export interface Verdict {
  readonly belief: Belief;
  /** The rows to show, in the provider's order; null where the whole refresh is held back. */
  readonly coins: readonly Coin[] | null;
  /** Coins left out because they have no price to believe, neither now nor from before. */
  readonly leftOut: number;
  readonly quarantined: number;
}

/** A provider that repeats itself for this long is frozen. */
const frozenAfterMs = 600_000;
const rememberMissingMs = 7 * 24 * 3_600_000;
const wildMove = 0.9;
const clockSkewMs = 300_000;

/** The belief of a source before its first refresh, or as a stored snapshot of `asOf` (ms) left it. */
export function startBelief(rows: readonly Coin[], asOf: number): Belief {
  const quotes = new Map<string, QuoteBelief>();
  for (const { quarantined: _, ...row } of rows) {
    if (isPrice(row.current_price)) quotes.set(row.id, { row, candidate: null, seenAt: asOf });
  }
  const listed = new Set(quotes.keys());
  return { quotes, listed, suspect: null, newest: findNewest(rows, asOf), advancedAt: asOf, judgedAt: asOf };
}

/** Whether the provider has given nothing new for ten minutes although it answers. */
export function isFrozen(belief: Belief, now: number): boolean {
  return now - belief.advancedAt >= frozenAfterMs;
}

/** What the dates of an answer say about whether the provider goes on. */
function follow(belief: Belief, newest: number | null, now: number) {
  // A provider that dates nothing can't be seen to freeze, nor can one that was not asked.
  const hasAdvanced = newest === null || belief.newest === null || newest > belief.newest;
  const wasAsked = now - belief.judgedAt < frozenAfterMs;
  return {
    newest: hasAdvanced ? newest : belief.newest,
    advancedAt: hasAdvanced || !wasAsked ? now : belief.advancedAt,
    judgedAt: now,
  };
}

/** Judges the rows of one refresh, made at `now` (ms), against what is believed. */
export function judgeRefresh(belief: Belief, rows: readonly Coin[], now: number): Verdict {
  const newest = findNewest(rows, now);
  const times = follow(belief, newest, now);
  const judged = rows.flatMap((row) => {
    const quote = judgeQuote(belief.quotes.get(row.id), row, now);
    return quote ? [{ row, quote }] : [];
  });
  const leftOut = rows.length - judged.length;
  const suspect = weighSuspect(belief, rows);
  if (suspect) {
    const quotes = withCandidates(belief.quotes, judged);
    const held = { ...times, quotes, listed: belief.listed, suspect };
    return { belief: held, coins: null, leftOut, quarantined: belief.listed.size };
  }
  const coins = judged.map(({ row, quote }) => toShownRow(row, quote));
  const quotes = new Map([...belief.quotes].filter(([, { seenAt }]) => now - seenAt <= rememberMissingMs));
  for (const { quote } of judged) quotes.set(quote.row.id, quote);
  return {
    belief: { ...times, quotes, listed: new Set(coins.map(({ id }) => id)), suspect: null },
    coins,
    leftOut,
    quarantined: coins.filter(({ quarantined }) => quarantined).length,
  };
}

function toShownRow(row: Coin, quote: QuoteBelief): Coin {
  const isBelieved = !quote.candidate && isPrice(row.current_price);
  return isBelieved ? quote.row : { ...quote.row, quarantined: true };
}

/** The believed rows as they were, with what now waits for confirmation: nothing of a held refresh is believed. */
function withCandidates(
  quotes: ReadonlyMap<string, QuoteBelief>,
  judged: readonly { quote: QuoteBelief }[],
): Map<string, QuoteBelief> {
  const held = new Map(quotes);
  for (const { quote } of judged) {
    const known = quotes.get(quote.row.id);
    if (known) held.set(quote.row.id, { ...known, candidate: quote.candidate, seenAt: quote.seenAt });
  }
  return held;
}

/** Null: the refresh as a whole is believable, or has been confirmed. */
function weighSuspect(belief: Belief, rows: readonly Coin[]): SuspectRefresh | null {
  if (!isWild(belief, rows) && !hasLostMost(belief, rows)) return null;
  const before = belief.suspect;
  if (!before || !agrees(before, rows)) {
    const prices = new Map<string, number>();
    for (const { id, current_price: price } of rows) if (isPrice(price)) prices.set(id, price);
    return { prices, confirmations: 0 };
  }
  const confirmations = before.confirmations + 1;
  return confirmations >= confirmationsNeeded ? null : { ...before, confirmations };
}

/** More than half of the coins moved over 90 %, a price that can't be true counting as such a move. */
function isWild(belief: Belief, rows: readonly Coin[]): boolean {
  const known = rows.filter(({ id }) => belief.quotes.has(id));
  const moved = known.filter(({ id, current_price: price }) => {
    const last = belief.quotes.get(id)!.row.current_price!;
    return !isPrice(price) || Math.abs(price / last - 1) > wildMove;
  });
  return moved.length > known.length / 2;
}

/** More than half of the coins that were listed are gone. */
function hasLostMost(belief: Belief, rows: readonly Coin[]): boolean {
  const present = rows.filter(({ id }) => belief.listed.has(id)).length;
  return present < belief.listed.size / 2;
}

/** Says the same as the suspect refresh: most of its prices came again, within tenfold. */
function agrees(suspect: SuspectRefresh, rows: readonly Coin[]): boolean {
  const same = rows.filter(({ id, current_price: price }) => {
    const before = suspect.prices.get(id);
    return before !== undefined && isPrice(price) && isWithinTenfold(price, before);
  });
  return same.length > suspect.prices.size / 2;
}

/** A row dated ahead of our time says nothing: one wrong year would make all that follows look old. */
function findNewest(rows: readonly Coin[], now: number): number | null {
  const times = rows.map(({ last_updated: text }) => (text ? Date.parse(text) : Number.NaN));
  const known = times.filter((time) => time <= now + clockSkewMs);
  return known.length === 0 ? null : Math.max(...known);
}
