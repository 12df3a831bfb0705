import { alertConditions, isAboutPrice } from '#contract/alert-threshold.ts';
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
import type { BelievedQuotes, Quote } from './believed-quotes.ts';
import { isUpward } from './bound.ts';
import {
  addBounds,
  type BoundEntry,
  type BoundList,
  countBelow,
  countUpTo,
  createBoundList,
  removeBounds,
} from './bound-list.ts';

/*
 * Which alerts a tick crosses. An alert is crossed where its condition holds now and did not hold by the quote before.
 * Its first quote before is the one it was armed by; from then on it is the coin's, the same for all its alerts, so
 * that their bounds can lie in order and a tick looks at no others than those between two quotes.
 */

export interface AlertIndex {
  readonly size: number;
  add(alerts: readonly ArmedAlert[]): void;
  /** What newer quotes cross. Changes nothing. */
  listCrossings(tick: BelievedQuotes): Crossing[];
  /** Takes the quotes as the last evaluated, and forgets those of the alerts they cross that are done. */
  advance(tick: BelievedQuotes, isDone: (key: number) => boolean): void;
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
type Rule = (typeof rules)[number];
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
    listCrossings(tick) {
      const crossings: Crossing[] = [];
      for (const [coinId, quote] of tick.quotes) {
        const watch = watches.get(coinId);
        if (watch?.last)
          listSettled(crossings, { coinId, last: watch.last, lists: watch.lists }, quote, tick.asOf);
      }
      for (const [coinId, watch] of watchesWithFresh) {
        const quote = tick.quotes.get(coinId);
        for (const alert of watch.fresh) {
          // The last one is new to an alert that was armed before it and came to be known after it.
          const crossing = crossFresh(alert, [watch.last, quote && evaluateQuote(null, quote, tick.asOf)]);
          if (crossing) crossings.push(crossing);
        }
      }
      return crossings;
    },
    advance(tick, isDone) {
      const forget = (key: number) => {
        const isForgotten = isDone(key);
        if (isForgotten) size -= 1;
        return isForgotten;
      };
      for (const [coinId, quote] of tick.quotes) {
        const watch = watchOf(coinId);
        const { last, lists } = watch;
        if (last) {
          for (const [place, list] of lists.entries()) {
            const range = findCrossed(list, rules[place]!, last, quote);
            if (range) removeBounds(list, range, forget);
          }
        }
        watch.last = evaluateQuote(last, quote, tick.asOf);
      }
      for (const [coinId, watch] of watchesWithFresh) {
        settle(watch, forget);
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

/** Which part of a list lies between two quotes, in the direction of its condition; null: none does. */
function findCrossed(
  list: BoundList,
  { isUp, isPrice }: Rule,
  last: EvaluatedQuote,
  quote: Quote,
): readonly [number, number] | null {
  const before = figureOf(last, isPrice);
  const now = figureOf(quote, isPrice);
  if (list.length === 0 || before === null || now === null) return null;
  if (isUp ? now <= before : now >= before) return null;
  const [first, end] = isUp
    ? [countUpTo(list, before), countUpTo(list, now)]
    : [countBelow(list, now), countBelow(list, before)];
  return first < end ? [first, end] : null;
}

function listSettled(
  crossings: Crossing[],
  { coinId, last, lists }: { coinId: string; last: EvaluatedQuote; lists: readonly BoundList[] },
  quote: Quote,
  by: number,
): void {
  for (let place = 0; place < lists.length; place += 1) {
    const [list, rule] = [lists[place]!, rules[place]!];
    const range = findCrossed(list, rule, last, quote);
    if (!range) continue;
    const after = timeOf(last, rule.isPrice)!;
    for (let index = range[0]; index < range[1]; index += 1) {
      crossings.push({ key: list.keys[index]!, coinId, quote, after, by });
    }
  }
}

/** Puts those in order for which the coin's last quote is the quote before from now on. */
function settle(watch: Watch, shouldGo: (key: number) => boolean): void {
  const settled = new Map<BoundList, BoundEntry[]>();
  const fresh: FreshAlert[] = [];
  for (const alert of watch.fresh) {
    const evaluatedAt = watch.last && timeOf(watch.last, isAboutPrice(alert.condition));
    if (evaluatedAt === null || evaluatedAt <= alert.start.asOf) fresh.push(alert);
    else if (!shouldGo(alert.key)) pushTo(settled, listOf(watch, alert), alert);
  }
  watch.fresh = fresh;
  for (const [list, entries] of settled) addBounds(list, entries);
}
