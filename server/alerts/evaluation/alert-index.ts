import { isAboutPrice } from '#contract/alert-threshold.ts';
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
  createCoinAlerts,
  crossBounds,
  hasAlerts,
  listOf,
  type Move,
  makeMove,
} from './coin-alerts.ts';

/*
 * Finds the alerts that a tick crosses: their condition holds now and did not hold at the quote before. A newly armed
 * alert is compared with the quote it was armed by. From then on all alerts of a coin share the quote before, so their
 * thresholds lie in order, and a tick looks only at those between two quotes. Alerts on the price in another currency have
 * lists and a last quote of their own: a tick without a rate of it is no quote to them.
 */

/** What a tick crosses, and how the places in the lists move. */
export interface Crossed {
  readonly crossings: readonly Crossing[];
  readonly moves: readonly Move[];
  /** As given to `cross`. */
  readonly latest: Instant;
}

type ByCoin = Map<CoinId, CoinAlerts>;

/** What alerts wait for: a coin's figures in dollars, or its price in another currency. */
interface Market {
  readonly coinId: CoinId;
  readonly currency: string | undefined;
}
type Fresh = Map<CoinAlerts, Market>;

/** Names evaluated quotes. No coin id has a blank. */
export const marketKey = (coinId: CoinId, currency: string | undefined) =>
  currency === undefined ? coinId : `${coinId} ${currency}`;

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
  /** The evaluated quotes, by `marketKey`, as they are once `tick` is evaluated. */
  evaluatedAfter(tick: AcceptedQuotes): Map<string, EvaluatedQuote>;
}

/** An index that starts from the quotes last evaluated, by `marketKey`, and the rates that the newest of them had. */
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
    cross: (tick, latest = Number.POSITIVE_INFINITY) => crossTick(coins, withFresh, tick, latest),
    advance(tick, { crossings, moves, latest }, isDone) {
      const done = new Set(crossings.flatMap(({ key }) => (isDone(key) ? [key] : [])));
      size -= done.size;
      const shouldForget = (key: number) => done.has(key);
      for (const move of moves) makeMove(move, shouldForget);
      for (const [coinId, quote] of tick.quotes) takeQuote(coinOf(coins, coinId), quote, tick);
      for (const alerts of withFresh.keys()) {
        settleFresh(alerts, shouldForget, latest);
        if (alerts.fresh.length === 0) withFresh.delete(alerts);
      }
    },
    evaluatedAfter: (tick) => listEvaluatedAfter(coins, tick),
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

/** A coin's price in a currency. A new one begins with the coin's last quote at the rate of its time. */
function convertedOf(coin: CoinAlerts, currency: string): CoinAlerts {
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
  for (const [currency, alerts] of coin.converted) {
    const converted = convertQuote(quote, currency, rates);
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
      market.fresh.push(alert);
      withFresh.set(market, { coinId, currency });
    } else {
      pushTo(entries, listOf(market, alert.condition), alert);
    }
  }
  for (const [list, added] of entries) addBounds(list, added);
}

function crossTick(coins: ByCoin, withFresh: Fresh, tick: AcceptedQuotes, latest: Instant): Crossed {
  const { quotes, asOf, rates } = tick;
  const crossings: Crossing[] = [];
  const moves: Move[] = [];
  for (const [coinId, quote] of quotes) {
    const coin = coins.get(coinId);
    if (!coin) continue;
    crossBounds({ crossings, moves }, coinId, coin, quote, tick);
    for (const [currency, alerts] of coin.converted) {
      const converted = convertQuote(quote, currency, rates);
      if (converted) crossBounds({ crossings, moves }, coinId, alerts, converted, tick);
    }
  }
  for (const [{ fresh, last }, { coinId, currency }] of withFresh) {
    const dollars = quotes.get(coinId);
    const quote = currency === undefined ? dollars : convertQuote(dollars, currency, rates);
    const next = quote && evaluateQuote(null, quote, asOf);
    for (const alert of fresh) {
      // The last quote too: an alert that was armed before it may have been read after it.
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
    for (const [currency, alerts] of converted) {
      if (!hasAlerts(alerts)) continue;
      const next = convertQuote(quote, currency, rates);
      const evaluated = next ? evaluateQuote(alerts.last, next, asOf) : alerts.last;
      if (evaluated) after.set(marketKey(coinId, currency), evaluated);
    }
  }
  for (const [coinId, quote] of quotes) {
    after.set(coinId, evaluateQuote(coins.get(coinId)?.last ?? null, quote, asOf));
  }
  return after;
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
