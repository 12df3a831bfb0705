import {
  type AlertCondition,
  alertConditions,
  isAboutPrice,
  isUpward,
} from '#contract/alerts/alert-threshold.ts';
import type { CoinId } from '#contract/units.ts';
import type { QuoteRates } from '../currency/quote-rates.ts';
import { type AcceptedQuotes, convertQuote, type Quote } from './accepted-quotes.ts';
import { type Crossing, type EvaluatedQuote, type FreshAlert, figureOf, timeOf } from './armed-alert.ts';
import { type BoundList, countBelow, createBoundList, removeBounds } from './bound-list.ts';

/** The alerts of one coin, in dollars or in one other currency. */
export interface CoinAlerts {
  last: EvaluatedQuote | null;
  /**
   * By condition, in the contract's order: the alerts whose previous quote is `last`. Absent until there is one, because
   * an account file can name as many coins and currencies as alerts.
   */
  readonly lists: (BoundList | undefined)[];
  readonly isConverted: boolean;
  /** Alerts whose previous quote is not, or may not be, `last`. */
  fresh: FreshAlert[];
  /** The rates at the time of `last`. */
  rates: QuoteRates | undefined;
  /** The alerts on its price in other currencies, by code. Empty in each of those. */
  converted: Map<string, CoinAlerts> | undefined;
  /** In each of those: the quote converted last, which an evaluation needs several times. */
  conversion: Conversion | undefined;
}

interface Conversion {
  readonly dollars: Quote;
  readonly rates: QuoteRates | undefined;
  readonly quote: Quote | undefined;
}

/** How far a quote moves the position in one list. */
export interface Move {
  readonly list: BoundList;
  readonly isUp: boolean;
  readonly from: number;
  readonly to: number;
}

/** In the same order as the lists. */
const rules = alertConditions.map((condition) => ({
  isUp: isUpward(condition),
  isPrice: isAboutPrice(condition),
}));
const listIndex = new Map(alertConditions.map((condition, index) => [condition, index]));

export function createCoinAlerts(isConverted = false): CoinAlerts {
  const lists = alertConditions.map(() => undefined);
  return {
    last: null,
    lists,
    isConverted,
    fresh: [],
    rates: undefined,
    converted: undefined,
    conversion: undefined,
  };
}

/** The quote in the currency of these alerts; undefined if there is no rate. */
export function convertOnce(
  alerts: CoinAlerts,
  dollars: Quote,
  currency: string,
  rates: QuoteRates | undefined,
): Quote | undefined {
  const known = alerts.conversion;
  if (known?.dollars === dollars && known.rates === rates) return known.quote;
  const quote = convertQuote(dollars, currency, rates);
  alerts.conversion = { dollars, rates, quote };
  return quote;
}

/** Whether any alert is left. */
export function hasAlerts({ lists, fresh }: CoinAlerts): boolean {
  return fresh.length > 0 || lists.some((list) => list !== undefined && list.length > 0);
}

/** The list of the alerts with this condition. */
export function listOf({ lists, isConverted }: CoinAlerts, condition: AlertCondition): BoundList {
  const index = listIndex.get(condition)!;
  lists[index] ??= createBoundList(isConverted);
  return lists[index];
}

/**
 * Appends the bounds between the last quote and the next. Only those met in their condition's direction count as
 * crossed.
 */
export function crossBounds(
  found: { crossings: Crossing[]; moves: Move[] },
  coinId: CoinId,
  { last, lists }: CoinAlerts,
  quote: Quote,
  { asOf: by, rates }: Pick<AcceptedQuotes, 'asOf' | 'rates'>,
): void {
  for (let index = 0; last && index < lists.length; index += 1) {
    const [list, { isUp, isPrice }] = [lists[index], rules[index]!];
    if (!list) continue;
    const [before, now] = [figureOf(last, isPrice, isUp), figureOf(quote, isPrice, isUp)];
    if (list.length === 0 || before === null || now === null) continue;
    list.place ??= countBelow(list, before, isUp, list.length >>> 1);
    const from = list.place;
    const to = countBelow(list, now, isUp, from);
    if (from === to) continue;
    found.moves.push({ list, isUp, from, to });
    const after = timeOf(last, isPrice)!;
    // Nearest first. Only one of the two loops runs.
    for (let place = from; isUp && place < to; place += 1) {
      found.crossings.push({ key: list.keys[place]!, coinId, quote, rates, after, by });
    }
    for (let place = from - 1; !isUp && place >= to; place -= 1) {
      found.crossings.push({ key: list.keys[place]!, coinId, quote, rates, after, by });
    }
  }
}

/** Moves a list's position, and removes the crossed bounds that should be forgotten. */
export function makeMove({ list, isUp, from, to }: Move, shouldForget: (key: number) => boolean): void {
  if (isUp) list.place = from < to ? from + removeBounds(list, [from, to], shouldForget) : to;
  else {
    if (to < from) removeBounds(list, [to, from], shouldForget);
    list.place = to;
  }
}
