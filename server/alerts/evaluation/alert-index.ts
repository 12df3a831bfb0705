import { alertConditions, isAboutPrice, isUpward } from '#contract/alert-threshold.ts';
import { isAfterArming } from '../quote-time.ts';
import type { BelievedQuotes, Quote } from './accepted-quotes.ts';
import {
  type ArmedAlert,
  type Crossing,
  crossFresh,
  type EvaluatedQuote,
  evaluateQuote,
  type FreshAlert,
  figureOf,
  timeOf,
} from './armed-alert.ts';
import {
  addBounds,
  type BoundEntry,
  type BoundList,
  countBelow,
  createBoundList,
  removeBounds,
} from './bound-list.ts';

/*
 * Which alerts a tick crosses. An alert is crossed where its condition holds now and did not hold by the quote before.
 * Its first quote before is the one it was armed by; from then on it is the coin's, the same for all its alerts, so
 * that their bounds can lie in order and a tick looks at no others than those between two quotes.
 */

/** What quotes cross, and where in the lists they lead. */
export interface Crossed {
  readonly crossings: readonly Crossing[];
  readonly moves: readonly Move[];
  /** As it was given for them. */
  readonly latest: number;
}

interface Move {
  readonly list: BoundList;
  readonly isUp: boolean;
  readonly from: number;
  readonly to: number;
}

export interface AlertIndex {
  readonly size: number;
  add(alerts: readonly ArmedAlert[]): void;
  /** What newer quotes cross. Changes nothing. `latest`: see `isAfterArming`; the clock was not set back where absent. */
  cross(tick: BelievedQuotes, latest?: number): Crossed;
  /**
   * Takes the quotes as the last evaluated, and forgets those of the alerts they cross that are done. Nothing may have
   * been added or taken since they were found to be crossed.
   */
  advance(tick: BelievedQuotes, crossed: Crossed, isDone: (key: number) => boolean): void;
  /** What will have been last evaluated, by coin id, once these quotes are. */
  evaluatedAfter(tick: BelievedQuotes): Map<string, EvaluatedQuote>;
}

/** What is watched of one coin. */
interface Watch {
  last: EvaluatedQuote | null;
  /** By condition, in the contract's order. */
  readonly lists: readonly BoundList[];
  /** Alerts for which the last quote is not, or may not be, the quote before. */
  fresh: FreshAlert[];
}

/** What is to know of the conditions, in the same order. */
const rules = alertConditions.map((condition) => ({
  isUp: isUpward(condition),
  isPrice: isAboutPrice(condition),
}));
const placeOf = new Map(alertConditions.map((condition, index) => [condition, index]));

/** An index that knows what was last evaluated of each coin. */
export function createAlertIndex(evaluated: ReadonlyMap<string, EvaluatedQuote> = new Map()): AlertIndex {
  const watches = new Map<string, Watch>();
  const watchesWithFresh = new Map<string, Watch>();
  let size = 0;

  function watchOf(coinId: string): Watch {
    let watch = watches.get(coinId);
    if (!watch) {
      watch = { last: null, lists: alertConditions.map(createBoundList), fresh: [] };
      watches.set(coinId, watch);
    }
    return watch;
  }

  for (const [coinId, last] of evaluated) watchOf(coinId).last = last;

  return {
    get size() {
      return size;
    },
    add(alerts) {
      const settled = new Map<BoundList, BoundEntry[]>();
      for (const alert of alerts) {
        const watch = watchOf(alert.coinId);
        if (isFresh(alert)) {
          watch.fresh.push(alert);
          watchesWithFresh.set(alert.coinId, watch);
        } else {
          pushTo(settled, listOf(watch, alert), alert);
        }
      }
      for (const [list, entries] of settled) addBounds(list, entries);
      size += alerts.length;
    },
    cross(tick, latest = Number.POSITIVE_INFINITY) {
      const crossings: Crossing[] = [];
      const moves: Move[] = [];
      for (const [coinId, quote] of tick.quotes) {
        const watch = watches.get(coinId);
        if (watch) crossSettled({ crossings, moves }, coinId, watch, quote, tick.asOf);
      }
      for (const [coinId, watch] of watchesWithFresh) {
        const quote = tick.quotes.get(coinId);
        for (const alert of watch.fresh) {
          // The last one is new to an alert that was armed before it and came to be known after it.
          const quotes = [watch.last, quote && evaluateQuote(null, quote, tick.asOf)];
          const crossing = crossFresh(alert, quotes, latest);
          if (crossing) crossings.push(crossing);
        }
      }
      return { crossings, moves, latest };
    },
    advance(tick, { crossings, moves, latest }, isDone) {
      const done = new Set(crossings.flatMap(({ key }) => (isDone(key) ? [key] : [])));
      size -= done.size;
      const isForgotten = (key: number) => done.has(key);
      for (const move of moves) makeMove(move, isForgotten);
      for (const [coinId, quote] of tick.quotes) {
        const watch = watchOf(coinId);
        watch.last = evaluateQuote(watch.last, quote, tick.asOf);
      }
      for (const [coinId, watch] of watchesWithFresh) {
        settle(watch, isForgotten, latest);
        if (watch.fresh.length === 0) watchesWithFresh.delete(coinId);
      }
    },
    evaluatedAfter({ quotes, asOf }) {
      const evaluated = new Map<string, EvaluatedQuote>();
      for (const [coinId, { last }] of watches) if (last) evaluated.set(coinId, last);
      for (const [coinId, quote] of quotes) {
        evaluated.set(coinId, evaluateQuote(evaluated.get(coinId) ?? null, quote, asOf));
      }
      return evaluated;
    },
  };
}

function isFresh(alert: ArmedAlert): alert is FreshAlert {
  return alert.start !== null;
}

function listOf(watch: Watch, { condition }: ArmedAlert): BoundList {
  return watch.lists[placeOf.get(condition)!]!;
}

function pushTo<K, V>(groups: Map<K, V[]>, group: K, value: V): void {
  const members = groups.get(group);
  if (members) members.push(value);
  else groups.set(group, [value]);
}

/** Which bounds of a coin lie between two quotes; those it comes to in the direction of their conditions are crossed. */
function crossSettled(
  found: { crossings: Crossing[]; moves: Move[] },
  coinId: string,
  { last, lists }: Watch,
  quote: Quote,
  by: number,
): void {
  for (let place = 0; last && place < lists.length; place += 1) {
    const [list, { isUp, isPrice }] = [lists[place]!, rules[place]!];
    const [before, now] = [figureOf(last, isPrice), figureOf(quote, isPrice)];
    if (list.length === 0 || before === null || now === null) continue;
    list.place ??= countBelow(list, before, isUp, list.length >>> 1);
    const from = list.place;
    const to = countBelow(list, now, isUp, from);
    if (from === to) continue;
    found.moves.push({ list, isUp, from, to });
    const after = timeOf(last, isPrice)!;
    // The nearest first; in the other direction none.
    for (let index = from; isUp && index < to; index += 1) {
      found.crossings.push({ key: list.keys[index]!, coinId, quote, after, by });
    }
    for (let index = from - 1; !isUp && index >= to; index -= 1) {
      found.crossings.push({ key: list.keys[index]!, coinId, quote, after, by });
    }
  }
}

/** Takes the place in a list that a quote leads to, without those that it crossed and that are forgotten. */
function makeMove({ list, isUp, from, to }: Move, isForgotten: (key: number) => boolean): void {
  if (isUp) list.place = from < to ? from + removeBounds(list, [from, to], isForgotten) : to;
  else {
    if (to < from) removeBounds(list, [to, from], isForgotten);
    list.place = to;
  }
}

/** Puts those in order for which the coin's last quote is the quote before from now on. */
function settle(watch: Watch, shouldGo: (key: number) => boolean, latest: number): void {
  const settled = new Map<BoundList, BoundEntry[]>();
  const fresh: FreshAlert[] = [];
  for (const alert of watch.fresh) {
    const evaluatedAt = watch.last && timeOf(watch.last, isAboutPrice(alert.condition));
    if (evaluatedAt === null || !isAfterArming(evaluatedAt, alert.start.asOf, latest)) fresh.push(alert);
    else if (!shouldGo(alert.key)) pushTo(settled, listOf(watch, alert), alert);
  }
  watch.fresh = fresh;
  for (const [list, entries] of settled) addBounds(list, entries);
}
