import type { TransactionType } from '#contract/ledger/transaction.ts';
import { typeNames } from './transaction-words.ts';

/** Which transactions to show. An absent field doesn't restrict them. */
export interface TransactionFilter {
  readonly coin?: string;
  readonly type?: TransactionType;
  /** The id of a wallet, as source or destination. */
  readonly wallet?: string;
  /** UTC days as YYYY-MM-DD. `to` is exclusive. */
  readonly from?: string;
  readonly to?: string;
}

const day = /^\d{4}-\d\d-\d\d$/;
const names = ['coin', 'type', 'wallet', 'from', 'to'] as const;

/** Reads the filter from a URL's query. Invalid values are ignored. */
export function readFilter(search: URLSearchParams): TransactionFilter {
  const [coin, type, wallet, from, to] = names.map((name) => search.get(name));
  return {
    ...(coin && { coin }),
    ...(type && Object.hasOwn(typeNames, type) && { type: type as TransactionType }),
    ...(wallet && { wallet }),
    ...(from && day.test(from) && { from }),
    ...(to && day.test(to) && { to }),
  };
}

/** A filter as query parameters, for a URL or a request. */
export function writeFilter(filter: TransactionFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = filter[name];
    if (value !== undefined) query.set(name, value);
  }
  return query;
}

/** Replaces the filter in a URL's query and keeps its other parameters. */
export function withFilter(search: URLSearchParams, filter: TransactionFilter): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of names) next.delete(name);
  for (const [name, value] of writeFilter(filter)) next.set(name, value);
  return next;
}

/** Whether the filter restricts anything. */
export const isFiltered = (filter: TransactionFilter) => Object.keys(filter).length > 0;

/** A time span to choose. */
export interface TimeChoice {
  readonly key: string;
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
}

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const dayMs = 86_400_000;
/** Maximum number of years to choose from. */
const maxYears = 20;

/** The time spans to choose from: the last days, then every year back to the ledger's first. */
export function listTimeChoices(now: number, firstYear: number): TimeChoice[] {
  const thisYear = new Date(now).getUTCFullYear();
  const count = Math.min(maxYears, Math.max(1, thisYear - firstYear + 1));
  const years = Array.from({ length: count }, (_, index) => thisYear - index);
  return [
    { key: 'any', name: 'Any time' },
    { key: '30', name: 'Last 30 days', from: dayOf(now - 30 * dayMs) },
    { key: '365', name: 'Last 365 days', from: dayOf(now - 365 * dayMs) },
    ...years.map((year) => ({
      key: String(year),
      name: String(year),
      from: `${year}-01-01`,
      to: `${year + 1}-01-01`,
    })),
  ];
}

/** The choice that matches a filter, or undefined if none does. */
export function findTimeChoice(
  filter: TransactionFilter,
  choices: readonly TimeChoice[],
): TimeChoice | undefined {
  return choices.find(({ from, to }) => from === filter.from && to === filter.to);
}
