import type { Coin } from '#contract/market.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import { type CheckedCoin, checkCoin } from './check-coin.ts';
import { confirmationsNeeded, isPrice, isWithinTenfold } from './tenfold.ts';

/*
 * Which of the provider's prices are accepted. Pure: the same state and the same rows give the same result.
 * docs/market-data.md states the rule for users; change both together.
 */

/** What the price check remembers of one source. Replaced as a whole by each refresh. */
export interface CheckState {
  /** A coin that left the list is kept for a week, so that its return is checked. */
  readonly quotes: ReadonlyMap<CoinId, CheckedCoin>;
  /** The coins of the last accepted refresh. */
  readonly listed: ReadonlySet<CoinId>;
  /** A whole refresh held back until it is confirmed. */
  readonly held: HeldRefresh | null;
  /** The newest `last_updated` of any row so far. */
  readonly newest: Instant | null;
  /** When `newest` last advanced, by our clock, or when refreshing resumed. */
  readonly advancedAt: Instant;
  /** When the last refresh was checked. */
  readonly checkedAt: Instant;
}

interface HeldRefresh {
  readonly prices: ReadonlyMap<CoinId, number>;
  readonly confirmations: number;
}

export interface CheckedRefresh {
  readonly state: CheckState;
  /** The rows to show, in the provider's order; null where the whole refresh is held back. */
  readonly coins: readonly Coin[] | null;
  /** Coins left out because no price of theirs was ever accepted. */
  readonly leftOut: number;
  readonly quarantined: number;
}

/** A provider that repeats itself for this long is frozen. */
const frozenAfterMs = 600_000;
const rememberMissingMs = 7 * 24 * 3_600_000;
const wildMove = 0.9;
const clockSkewMs = 300_000;

/** The state of a source before its first refresh, or as the stored snapshot of `asOf` left it. */
export function startCheck(rows: readonly Coin[], asOf: Instant): CheckState {
  const quotes = new Map<CoinId, CheckedCoin>();
  for (const { quarantined: _, ...row } of rows) {
    if (isPrice(row.current_price)) quotes.set(row.id, { row, candidate: null, seenAt: asOf });
  }
  const listed = new Set(quotes.keys());
  return { quotes, listed, held: null, newest: findNewest(rows, asOf), advancedAt: asOf, checkedAt: asOf };
}

/** Whether the provider answers but has sent nothing new for ten minutes. */
export function isFrozen(state: CheckState, now: Instant): boolean {
  return now - state.advancedAt >= frozenAfterMs;
}

/** Checks the rows of one refresh, made at `now`, against what was accepted before. */
export function checkRefresh(state: CheckState, rows: readonly Coin[], now: Instant): CheckedRefresh {
  const progress = trackProgress(state, findNewest(rows, now), now);
  const checked = rows.flatMap((row) => {
    const quote = checkCoin(state.quotes.get(row.id), row, now);
    return quote ? [{ row, quote }] : [];
  });
  const leftOut = rows.length - checked.length;
  const held = holdRefresh(state, rows);
  if (held) {
    const quotes = withCandidates(state.quotes, checked);
    return {
      state: { ...progress, quotes, listed: state.listed, held },
      coins: null,
      leftOut,
      quarantined: state.listed.size,
    };
  }
  const coins = checked.map(({ row, quote }) => toShownRow(row, quote));
  const quotes = new Map([...state.quotes].filter(([, { seenAt }]) => now - seenAt <= rememberMissingMs));
  for (const { quote } of checked) quotes.set(quote.row.id, quote);
  return {
    state: { ...progress, quotes, listed: new Set(coins.map(({ id }) => id)), held: null },
    coins,
    leftOut,
    quarantined: coins.filter(({ quarantined }) => quarantined).length,
  };
}

/** Tracks whether the provider's data advances, by the dates of its rows. */
function trackProgress(state: CheckState, newest: Instant | null, now: Instant) {
  // Without dates, or without refreshes, a frozen provider can't be detected.
  const hasAdvanced = newest === null || state.newest === null || newest > state.newest;
  const wasAsked = now - state.checkedAt < frozenAfterMs;
  return {
    newest: hasAdvanced ? newest : state.newest,
    advancedAt: hasAdvanced || !wasAsked ? now : state.advancedAt,
    checkedAt: now,
  };
}

function toShownRow(row: Coin, quote: CheckedCoin): Coin {
  const isAccepted = !quote.candidate && isPrice(row.current_price);
  return isAccepted ? quote.row : { ...quote.row, quarantined: true };
}

/** The accepted rows unchanged, with the candidates of a refresh that is held back. */
function withCandidates(
  quotes: ReadonlyMap<CoinId, CheckedCoin>,
  checked: readonly { quote: CheckedCoin }[],
): Map<CoinId, CheckedCoin> {
  const updated = new Map(quotes);
  for (const { quote } of checked) {
    const known = quotes.get(quote.row.id);
    if (known) updated.set(quote.row.id, { ...known, candidate: quote.candidate, seenAt: quote.seenAt });
  }
  return updated;
}

/** Null: the refresh as a whole is plausible, or has been confirmed. */
function holdRefresh(state: CheckState, rows: readonly Coin[]): HeldRefresh | null {
  if (!isWild(state, rows) && !hasLostHalf(state, rows)) return null;
  const before = state.held;
  if (!before || !isConfirmedBy(before, rows)) {
    const prices = new Map<CoinId, number>();
    for (const { id, current_price: price } of rows) if (isPrice(price)) prices.set(id, price);
    return { prices, confirmations: 0 };
  }
  const confirmations = before.confirmations + 1;
  return confirmations >= confirmationsNeeded ? null : { ...before, confirmations };
}

/** More than half of the known coins moved over 90 %. An impossible price counts as such a move. */
function isWild(state: CheckState, rows: readonly Coin[]): boolean {
  const known = rows.filter(({ id }) => state.quotes.has(id));
  const moved = known.filter(({ id, current_price: price }) => {
    const last = state.quotes.get(id)!.row.current_price!;
    return !isPrice(price) || Math.abs(price / last - 1) > wildMove;
  });
  return moved.length > known.length / 2;
}

/** More than half of the coins that were listed are gone. */
function hasLostHalf(state: CheckState, rows: readonly Coin[]): boolean {
  const present = rows.filter(({ id }) => state.listed.has(id)).length;
  return present < state.listed.size / 2;
}

/** More than half of the held prices are confirmed: within tenfold. */
function isConfirmedBy(held: HeldRefresh, rows: readonly Coin[]): boolean {
  const same = rows.filter(({ id, current_price: price }) => {
    const before = held.prices.get(id);
    return before !== undefined && isPrice(price) && isWithinTenfold(price, before);
  });
  return same.length > held.prices.size / 2;
}

/** Rows dated ahead of our clock are ignored: one wrong year would make all that follows look old. */
function findNewest(rows: readonly Coin[], now: Instant): Instant | null {
  const times = rows.map(({ last_updated: text }) => (text ? Date.parse(text) : Number.NaN));
  const known = times.filter((time) => time <= now + clockSkewMs);
  return known.length === 0 ? null : Math.max(...known);
}
