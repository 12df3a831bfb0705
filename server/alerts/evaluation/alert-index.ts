import { isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import { type AcceptedQuotes, convertQuote, type Quote } from './accepted-quotes.ts';
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
  convertOnce,
  createCoinAlerts,
  crossBounds,
  hasAlerts,
  listOf,
  type Move,
  makeMove,
} from './coin-alerts.ts';

/*
 * Finds the alerts that new quotes cross: their condition holds now and did not hold at the previous quote. A newly armed
 * alert is compared with the quote that armed it. From then on all alerts of a coin share the same previous quote, so
 * with sorted thresholds only those between the two quotes are visited. Alerts on the price in another currency have
 * separate lists and a separate last quote: quotes without a rate for the currency don't count for them.
 */

/** The alerts that new quotes cross, and how positions in the lists move. */
export interface Crossed {
  readonly crossings: readonly Crossing[];
  readonly moves: readonly Move[];
  /** The value passed to `cross`. */
  readonly latest: Instant;
}

type ByCoin = Map<CoinId, CoinAlerts>;

/** The subject of alerts: a coin's dollar figures, or its price in another currency. */
interface Market {
  readonly coinId: CoinId;
  readonly currency: string | undefined;
}
type Fresh = Map<CoinAlerts, Market>;

/** The key of an evaluated quote. Unambiguous, because coin ids contain no whitespace. */
export const marketKey = (coinId: CoinId, currency: string | undefined) =>
  currency === undefined ? coinId : `${coinId} ${currency}`;

/** The armed alerts of one market source, and the last evaluated quotes of their coins. */
export interface AlertIndex {
  readonly size: number;
  add(alerts: readonly ArmedAlert[]): void;
  /** Returns what newer quotes cross, without changing anything. `latest`: see `isAfterArming`. */
  cross(accepted: AcceptedQuotes, latest?: Instant): Crossed;
  /**
   * Marks the quotes as evaluated, and drops the crossed alerts that are done. Add nothing between `cross` and this
   * call.
   */
  advance(accepted: AcceptedQuotes, crossed: Crossed, isDone: (key: number) => boolean): void;
  /** The evaluated quotes, by `marketKey`, as they will be once the accepted ones are evaluated. */
  evaluatedAfter(accepted: AcceptedQuotes): Map<string, EvaluatedQuote>;
}

/** Creates an index from the last evaluated quotes, by `marketKey`, and the rates that the newest of them had. */
export function createAlertIndex(
  evaluated: ReadonlyMap<string, EvaluatedQuote> = new Map(),
  newest?: Pick<AcceptedQuotes, 'asOf' | 'rates'>,
): AlertIndex {
  const coins: ByCoin = new Map();
  const withFresh: Fresh = new Map();
  let size = 0;
  for (const [key, last] of evaluated) {
    const [coinId = '', currency] = key.split(' ');
    const coin = coinOf(coins, coinId);
    if (currency !== undefined) convertedOf(coin, currency).last = last;
    else {
      coin.last = last;
      if (last.priceAt === newest?.asOf) coin.rates = newest.rates;
    }
  }

  return {
    get size() {
      return size;
    },
    add(alerts) {
      addAlerts(coins, withFresh, alerts);
      size += alerts.length;
    },
    cross: (accepted, latest = Number.POSITIVE_INFINITY) => crossQuotes(coins, withFresh, accepted, latest),
    advance(accepted, { crossings, moves, latest }, isDone) {
      const done = new Set(crossings.flatMap(({ key }) => (isDone(key) ? [key] : [])));
      size -= done.size;
      const shouldForget = (key: number) => done.has(key);
      for (const move of moves) makeMove(move, shouldForget);
      for (const [coinId, quote] of accepted.quotes) takeQuote(coinOf(coins, coinId), quote, accepted);
      for (const alerts of withFresh.keys()) {
        settleFresh(alerts, shouldForget, latest);
        if (alerts.fresh.length === 0) withFresh.delete(alerts);
      }
    },
    evaluatedAfter: (accepted) => listEvaluatedAfter(coins, accepted),
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

/** A coin's alerts in a currency. A new one starts from the coin's last quote at the rate of its time. */
function convertedOf(coin: CoinAlerts, currency: string): CoinAlerts {
  coin.converted ??= new Map();
  let alerts = coin.converted.get(currency);
  if (!alerts) {
    alerts = createCoinAlerts(true);
    const quote = coin.last && convertQuote(coin.last, currency, coin.rates);
    if (coin.last && quote) alerts.last = evaluateQuote(null, quote, coin.last.priceAt);
    coin.converted.set(currency, alerts);
  }
  return alerts;
}

function takeQuote(coin: CoinAlerts, quote: Quote, { asOf, rates }: AcceptedQuotes): void {
  coin.last = evaluateQuote(coin.last, quote, asOf);
  coin.rates = rates;
  for (const [currency, alerts] of coin.converted ?? []) {
    const converted = convertOnce(alerts, quote, currency, rates);
    if (converted) alerts.last = evaluateQuote(alerts.last, converted, asOf);
  }
}

function addAlerts(coins: ByCoin, withFresh: Fresh, alerts: readonly ArmedAlert[]): void {
  const entries = new Map<BoundList, BoundEntry[]>();
  for (const alert of alerts) {
    const { coinId, currency } = alert;
    const coin = coinOf(coins, coinId);
    const market = currency === undefined ? coin : convertedOf(coin, currency);
    if (isFresh(alert)) {
      // An array that grows makes room for sixteen more.
      if (market.fresh.length === 0) market.fresh = [alert];
      else market.fresh.push(alert);
      withFresh.set(market, { coinId, currency });
    } else {
      pushTo(entries, listOf(market, alert.condition), alert);
    }
  }
  for (const [list, added] of entries) addBounds(list, added);
}

function crossQuotes(coins: ByCoin, withFresh: Fresh, accepted: AcceptedQuotes, latest: Instant): Crossed {
  const { quotes, asOf, rates } = accepted;
  const crossings: Crossing[] = [];
  const moves: Move[] = [];
  for (const [coinId, quote] of quotes) {
    const coin = coins.get(coinId);
    if (!coin) continue;
    crossBounds({ crossings, moves }, coinId, coin, quote, accepted);
    for (const [currency, alerts] of coin.converted ?? []) {
      const converted = convertOnce(alerts, quote, currency, rates);
      if (converted) crossBounds({ crossings, moves }, coinId, alerts, converted, accepted);
    }
  }
  for (const [alerts, { coinId, currency }] of withFresh) {
    const { fresh, last } = alerts;
    const dollars = quotes.get(coinId);
    if (!dollars && !last) continue;
    const quote = dollars && currency !== undefined ? convertOnce(alerts, dollars, currency, rates) : dollars;
    const next = quote && evaluateQuote(null, quote, asOf);
    for (const alert of fresh) {
      // Includes the last quote, because an alert armed before it may have been read after it.
      const crossing = crossFresh(alert, [last, next], latest);
      const ofLast = coins.get(coinId)?.rates;
      if (crossing) crossings.push({ ...crossing, rates: crossing.quote === last ? ofLast : rates });
    }
  }
  return { crossings, moves, latest };
}

function listEvaluatedAfter(
  coins: ByCoin,
  { quotes, asOf, rates }: AcceptedQuotes,
): Map<string, EvaluatedQuote> {
  const after = new Map<string, EvaluatedQuote>();
  for (const [coinId, { last, converted }] of coins) {
    const quote = quotes.get(coinId);
    if (last && !quote) after.set(coinId, last);
    for (const [currency, alerts] of converted ?? []) {
      if (!hasAlerts(alerts)) continue;
      const next = quote && convertOnce(alerts, quote, currency, rates);
      const evaluated = next ? evaluateQuote(alerts.last, next, asOf) : alerts.last;
      if (evaluated) after.set(marketKey(coinId, currency), evaluated);
    }
  }
  for (const [coinId, quote] of quotes) {
    after.set(coinId, evaluateQuote(coins.get(coinId)?.last ?? null, quote, asOf));
  }
  return after;
}

/** Moves fresh alerts into the sorted lists once the coin's last quote is their previous quote. */
function settleFresh(coin: CoinAlerts, shouldForget: (key: number) => boolean, latest: Instant): void {
  const { last } = coin;
  if (!last) return;
  const settled = new Map<BoundList, BoundEntry[]>();
  const fresh: FreshAlert[] = [];
  for (const alert of coin.fresh) {
    const evaluatedAt = timeOf(last, isAboutPrice(alert.condition));
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
