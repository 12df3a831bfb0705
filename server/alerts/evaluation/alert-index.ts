import { isAboutPrice } from '#contract/alert-threshold.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { AcceptedQuotes } from './accepted-quotes.ts';
import {
  type ArmedAlert,
  type Crossing,
  crossFresh,
  type EvaluatedQuote,
  evaluateQuote,
  type FreshAlert,
  timeOf,
} from './armed-alert.ts';
import { addBounds, type BoundEntry, type BoundList } from './bound-list.ts';
import { isAfterArming } from './clock-skew.ts';
import {
  type CoinAlerts,
  createCoinAlerts,
  crossBounds,
  listOf,
  type Move,
  makeMove,
} from './coin-alerts.ts';

/*
 * Finds the alerts that a tick crosses: their condition holds now and did not hold at the quote before. A newly armed
 * alert is compared with the quote it was armed by. From then on all alerts of a coin share the quote before, so their
 * thresholds lie in order, and a tick looks only at those between two quotes.
 */

/** What a tick crosses, and how the places in the lists move. */
export interface Crossed {
  readonly crossings: readonly Crossing[];
  readonly moves: readonly Move[];
  /** As given to `cross`. */
  readonly latest: Instant;
}

type ByCoin = Map<CoinId, CoinAlerts>;

export interface AlertIndex {
  readonly size: number;
  add(alerts: readonly ArmedAlert[]): void;
  /** What newer quotes cross. Changes nothing. `latest`: see `isAfterArming`. */
  cross(tick: AcceptedQuotes, latest?: Instant): Crossed;
  /**
   * Takes the quotes as evaluated, and forgets the crossed alerts that are done. Nothing can be added between `cross`
   * and this.
   */
  advance(tick: AcceptedQuotes, crossed: Crossed, isDone: (key: number) => boolean): void;
  /** The evaluated quotes, by coin id, as they are once `tick` is evaluated. */
  evaluatedAfter(tick: AcceptedQuotes): Map<CoinId, EvaluatedQuote>;
}

/** An index that starts from the quotes last evaluated. */
export function createAlertIndex(evaluated: ReadonlyMap<CoinId, EvaluatedQuote> = new Map()): AlertIndex {
  const coins: ByCoin = new Map();
  const coinsWithFresh: ByCoin = new Map();
  let size = 0;
  for (const [coinId, last] of evaluated) coinOf(coins, coinId).last = last;

  return {
    get size() {
      return size;
    },
    add(alerts) {
      addAlerts(coins, coinsWithFresh, alerts);
      size += alerts.length;
    },
    cross: (tick, latest = Number.POSITIVE_INFINITY) => crossTick(coins, coinsWithFresh, tick, latest),
    advance(tick, { crossings, moves, latest }, isDone) {
      const done = new Set(crossings.flatMap(({ key }) => (isDone(key) ? [key] : [])));
      size -= done.size;
      const shouldForget = (key: number) => done.has(key);
      for (const move of moves) makeMove(move, shouldForget);
      for (const [coinId, quote] of tick.quotes) {
        const coin = coinOf(coins, coinId);
        coin.last = evaluateQuote(coin.last, quote, tick.asOf);
      }
      for (const [coinId, coin] of coinsWithFresh) {
        settleFresh(coin, shouldForget, latest);
        if (coin.fresh.length === 0) coinsWithFresh.delete(coinId);
      }
    },
    evaluatedAfter({ quotes, asOf }) {
      const after = new Map<CoinId, EvaluatedQuote>();
      for (const [coinId, { last }] of coins) if (last) after.set(coinId, last);
      for (const [coinId, quote] of quotes) {
        after.set(coinId, evaluateQuote(after.get(coinId) ?? null, quote, asOf));
      }
      return after;
    },
  };
}

function coinOf(coins: ByCoin, coinId: CoinId): CoinAlerts {
  let coin = coins.get(coinId);
  if (!coin) {
    coin = createCoinAlerts();
    coins.set(coinId, coin);
  }
  return coin;
}

function addAlerts(coins: ByCoin, coinsWithFresh: ByCoin, alerts: readonly ArmedAlert[]): void {
  const entries = new Map<BoundList, BoundEntry[]>();
  for (const alert of alerts) {
    const coin = coinOf(coins, alert.coinId);
    if (isFresh(alert)) {
      coin.fresh.push(alert);
      coinsWithFresh.set(alert.coinId, coin);
    } else {
      pushTo(entries, listOf(coin, alert.condition), alert);
    }
  }
  for (const [list, added] of entries) addBounds(list, added);
}

function crossTick(
  coins: ByCoin,
  coinsWithFresh: ByCoin,
  { quotes, asOf }: AcceptedQuotes,
  latest: Instant,
): Crossed {
  const crossings: Crossing[] = [];
  const moves: Move[] = [];
  for (const [coinId, quote] of quotes) {
    const coin = coins.get(coinId);
    if (coin) crossBounds({ crossings, moves }, coinId, coin, quote, asOf);
  }
  for (const [coinId, coin] of coinsWithFresh) {
    const quote = quotes.get(coinId);
    for (const alert of coin.fresh) {
      // The last quote too: an alert that was armed before it may have been read after it.
      const crossing = crossFresh(alert, [coin.last, quote && evaluateQuote(null, quote, asOf)], latest);
      if (crossing) crossings.push(crossing);
    }
  }
  return { crossings, moves, latest };
}

/** Moves fresh alerts into the ordered lists once the coin's last quote is their quote before. */
function settleFresh(coin: CoinAlerts, shouldForget: (key: number) => boolean, latest: Instant): void {
  const settled = new Map<BoundList, BoundEntry[]>();
  const fresh: FreshAlert[] = [];
  for (const alert of coin.fresh) {
    const evaluatedAt = coin.last && timeOf(coin.last, isAboutPrice(alert.condition));
    if (evaluatedAt === null || !isAfterArming(evaluatedAt, alert.start.asOf, latest)) fresh.push(alert);
    else if (!shouldForget(alert.key)) pushTo(settled, listOf(coin, alert.condition), alert);
  }
  coin.fresh = fresh;
  for (const [list, entries] of settled) addBounds(list, entries);
}

function isFresh(alert: ArmedAlert): alert is FreshAlert {
  return alert.start !== null;
}

function pushTo<K, V>(groups: Map<K, V[]>, group: K, value: V): void {
  const members = groups.get(group);
  if (members) members.push(value);
  else groups.set(group, [value]);
}
