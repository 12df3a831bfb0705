import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { PageCurrency } from '#contract/currencies/currency.ts';
import type { NumberStyle } from '#contract/currencies/number-style.ts';
import type { SiteTexts } from '#contract/site.ts';
import { packColumns, unpackColumns } from '#web/lib/columns.ts';
import { type DehydratedError, dehydrateError, hydrateError } from '#web/lib/errors.ts';
import { isInDollars, pageCurrencyQuery } from '#web/lib/money/page-currency.ts';
import { coinListQuery, type GlobalFigures, globalQuery } from '#web/market/queries.ts';
import { countShown, type EmbeddedList, omitShown, readShown } from '#web/market/table/shown-list.ts';
import { pickGlobal } from './pick-global.ts';

/** The data of a rendered page, embedded in it as JSON for hydration. */
export interface PageState {
  /** When the data was fetched upstream (ms). Not the rendering time, so that the same data gives the same bytes. */
  readonly at: number;
  /** Lists are packed as columns, which takes a third less space. */
  readonly data: readonly (readonly [QueryKey, unknown])[];
  /** The list of coins, if the page's table shows all of it. */
  readonly list?: unknown;
  /** Failed queries with their errors. */
  readonly errors: readonly (readonly [QueryKey, DehydratedError])[];
  /** The currency of the page, and its rate. */
  readonly currency: PageCurrency;
  /** The number style; `en` by default. */
  readonly numbers?: NumberStyle;
  /** The operator's texts about the site. */
  readonly site: SiteTexts;
  /** The support's e-mail address. */
  readonly mail: string;
  /** Whether e-mails stay in the local inbox. */
  readonly inbox: boolean;
  /** Whether there are advertisements. */
  readonly ads: boolean;
  /** The path where nothing was found. */
  readonly missing?: string;
}

/** Reads the queries of a rendered page. */
export function collectQueries(
  queryClient: QueryClient,
  html: string,
): Pick<PageState, 'data' | 'list' | 'errors'> {
  // The page's currency is in a separate field.
  const [ownKey] = pageCurrencyQuery().queryKey;
  const queries = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ queryKey }) => queryKey[0] !== ownKey);
  const [globalKey] = globalQuery().queryKey;
  const { queryKey: listKey } = coinListQuery();
  const list = queryClient.getQueryData(listKey);
  const embedded =
    list && countShown(html) === list.rows.length ? omitShown(list, isInDollars(queryClient)) : null;
  return {
    data: queries.flatMap(({ queryKey, state }) =>
      state.data === undefined || (embedded && state.data === list)
        ? []
        : [
            [
              queryKey,
              packColumns(queryKey[0] === globalKey ? pickGlobal(state.data as GlobalFigures) : state.data),
            ],
          ],
    ),
    ...(embedded && { list: packColumns(embedded) }),
    errors: queries.flatMap(({ queryKey, state }) =>
      state.data === undefined && state.error ? [[queryKey, dehydrateError(state.error)]] : [],
    ),
  };
}

/** Puts the server's queries into the browser's cache, so that hydration renders the same `page`. */
export function restoreQueries(queryClient: QueryClient, state: PageState, page: ParentNode): void {
  const updatedAt = state.at;
  queryClient.setQueryData(pageCurrencyQuery().queryKey, state.currency);
  for (const [key, data] of state.data) queryClient.setQueryData(key, unpackColumns(data), { updatedAt });
  const list = state.list === undefined ? null : readShown(unpackColumns(state.list) as EmbeddedList, page);
  if (list) queryClient.setQueryData(coinListQuery().queryKey, list, { updatedAt });
  for (const [queryKey, error] of state.errors) {
    queryClient
      .getQueryCache()
      .build(queryClient, { queryKey })
      .setState({
        status: 'error',
        error: hydrateError(error),
        errorUpdatedAt: state.at,
        errorUpdateCount: 1,
      });
  }
}
