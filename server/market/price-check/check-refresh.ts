import type { Coin } from '#contract/market.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import { type CheckedCoin, checkCoin } from './check-coin.ts';
import { type ListedCoins, updateListed } from './listed-coins.ts';
import { confirmationsNeeded, isPrice, isWithinTenfold } from './tenfold.ts';

/*
 * Decides which of the provider's prices are accepted. Pure: the same state and rows give the same result.
 * docs/market-data.md states the rule for users; change both together.
 */

/** What the price check remembers of one source. Replaced as a whole by each refresh. */
export interface CheckState {
  /** A coin that left the list is kept for a week, so that its return is checked. */
  readonly quotes: ReadonlyMap<CoinId, CheckedCoin>;
  readonly listed: ListedCoins;
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
  /** The rows to show, in the provider's order, including kept rows of coins it left out. */
  readonly coins: readonly Coin[];
  /** True if the whole refresh is held back: the rows are the last accepted ones, all marked. */
  readonly isHeld: boolean;
  /** Coins not shown because no price of theirs has ever been accepted. */
  readonly leftOut: number;
  readonly quarantined: number;
}

/** A provider that repeats its data for this long is frozen. */
const frozenAfterMs = 600_000;
const rememberMissingMs = 7 * 24 * 3_600_000;
/** Many more than leave the list in a week. */
const maxRemembered = 2_000;
const maxPlausibleMove = 0.9;
const clockSkewMs = 300_000;

/** The initial state for a source: empty, or restored from the stored snapshot of `asOf`. */
export function startCheck(rows: readonly Coin[], asOf: Instant): CheckState {
  const quotes = new Map<CoinId, CheckedCoin>();
  const listed = new Map<CoinId, number>();
  for (const { quarantined: _, missing, ...row } of rows) {
    if (!isPrice(row.current_price)) continue;
    quotes.set(row.id, { row, candidate: null, seenAt: asOf });
    listed.set(row.id, missing ? 1 : 0);
  }
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
    const coins = [...state.listed].map(([coinId, missed]) => ({
      ...markMissing(quotes.get(coinId)!.row, missed),
      quarantined: true as const,
    }));
    return {
      state: { ...progress, quotes, listed: state.listed, held },
      coins,
      isHeld: true,
      leftOut,
      quarantined: coins.length,
    };
  }
  const named = new Map(checked.map(({ row, quote }) => [row.id, toShownRow(row, quote)]));
  const listed = updateListed(state.listed, [...named.keys()]);
  const quotes = remember(state.quotes, listed, now);
  for (const { quote } of checked) quotes.set(quote.row.id, quote);
  const coins = [...listed].map(
    ([coinId, missed]) => named.get(coinId) ?? markMissing(quotes.get(coinId)!.row, missed),
  );
  return {
    state: { ...progress, quotes, listed, held: null },
    coins,
    isHeld: false,
    leftOut,
    quarantined: coins.filter(({ quarantined }) => quarantined).length,
  };
}

/** The quotes of the listed coins, and of those that left the list within a week. */
function remember(quotes: CheckState['quotes'], listed: ListedCoins, now: Instant): Map<CoinId, CheckedCoin> {
  const left = [...quotes].filter(
    ([coinId, { seenAt }]) => !listed.has(coinId) && now - seenAt <= rememberMissingMs,
  );
  const newest = left.toSorted(([, a], [, b]) => b.seenAt - a.seenAt).slice(0, maxRemembered);
  return new Map([...[...quotes].filter(([coinId]) => listed.has(coinId)), ...newest]);
}

function markMissing(row: Coin, missed: number): Coin {
  return missed > 0 ? { ...row, missing: true } : row;
}

/** Tracks whether the provider's data advances, by its rows' dates. */
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

/** The accepted rows unchanged, plus the candidates of a refresh that is held back. */
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

/** Null if the refresh as a whole is plausible, or has been confirmed. */
function holdRefresh(state: CheckState, rows: readonly Coin[]): HeldRefresh | null {
  if (!isImplausible(state, rows) && !hasLostHalf(state, rows)) return null;
  const before = state.held;
  if (!before || !isConfirmedBy(before, rows)) {
    const prices = new Map<CoinId, number>();
    for (const { id, current_price: price } of rows) if (isPrice(price)) prices.set(id, price);
    return { prices, confirmations: 0 };
  }
  const confirmations = before.confirmations + 1;
  return confirmations >= confirmationsNeeded ? null : { ...before, confirmations };
}

/** Whether more than half of the known coins moved by over 90%. An impossible price counts as such a move. */
function isImplausible(state: CheckState, rows: readonly Coin[]): boolean {
  const known = rows.filter(({ id }) => state.quotes.has(id));
  const moved = known.filter(({ id, current_price: price }) => {
    const last = state.quotes.get(id)!.row.current_price!;
    return !isPrice(price) || Math.abs(price / last - 1) > maxPlausibleMove;
  });
  return moved.length > known.length / 2;
}

/** Whether more than half of the coins in the last accepted refresh are gone. */
function hasLostHalf(state: CheckState, rows: readonly Coin[]): boolean {
  const named = new Set([...state.listed].filter(([, missed]) => missed === 0).map(([coinId]) => coinId));
  const present = rows.filter(({ id }) => named.has(id)).length;
  return present < named.size / 2;
}

/** Whether more than half of the held prices are confirmed to within tenfold. */
function isConfirmedBy(held: HeldRefresh, rows: readonly Coin[]): boolean {
  const same = rows.filter(({ id, current_price: price }) => {
    const before = held.prices.get(id);
    return before !== undefined && isPrice(price) && isWithinTenfold(price, before);
  });
  return same.length > held.prices.size / 2;
}

/** Ignores rows dated ahead of our clock: a single wrong year would make all later rows look old. */
function findNewest(rows: readonly Coin[], now: Instant): Instant | null {
  const times = rows.map(({ last_updated: text }) => (text ? Date.parse(text) : Number.NaN));
  const known = times.filter((time) => time <= now + clockSkewMs);
  return known.length === 0 ? null : Math.max(...known);
}
