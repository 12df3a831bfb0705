import type { CoinList, MarketRow } from '../queries.ts';
import { initialSort, sortRows } from './sort.ts';

/** What the table's rows in the page's HTML say already. */
type ShownFields = 'id' | 'symbol' | 'name' | 'market_cap_rank' | 'sparkline';

/** The list as it is embedded in a page: without what the HTML says. */
export interface EmbeddedList extends Omit<CoinList, 'rows'> {
  readonly unshown: readonly Omit<MarketRow, ShownFields>[];
}

/** How many coins a table in the HTML shows. */
export function countShown(html: string): number {
  return html.match(/<td[^<>]*><a [^<>]*href="\/coin\//g)?.length ?? 0;
}

/** Leaves out of a list what its rows in the HTML say. Null where they could not give it back exactly. */
export function omitShown(list: CoinList): EmbeddedList | null {
  const { rows, ...about } = list;
  const isReadable = (row: MarketRow, index: number) =>
    row === shown[index] &&
    row.symbol === row.symbol.toUpperCase().toLowerCase() &&
    Number(row.market_cap_rank ?? 1) >= 1 &&
    // The parser of HTML changes them.
    !/\p{Cc}/u.test(row.symbol + row.name);
  const shown = sortRows(rows, initialSort);
  if (!rows.every(isReadable)) return null;
  return {
    ...about,
    unshown: rows.map(({ id, symbol, name, market_cap_rank, sparkline, ...rest }) => rest),
  };
}

/** Completes a list from the table that the server rendered. Null where the table is not the list's. */
export function readShown({ unshown, ...about }: EmbeddedList, page: ParentNode): CoinList | null {
  const links = [...page.querySelectorAll<HTMLAnchorElement>('tbody td > a[href^="/coin/"]')];
  if (links.length !== unshown.length) return null;
  return { ...about, rows: unshown.map((rest, index) => ({ ...rest, ...readRow(links[index]!) })) };
}

function readRow(link: HTMLAnchorElement): Pick<MarketRow, ShownFields> {
  const row = link.closest('tr')!;
  const [name, symbol] = link.querySelectorAll('span > span');
  return {
    id: decodeURIComponent(link.pathname.slice('/coin/'.length)),
    symbol: symbol!.textContent.toLowerCase(),
    name: name!.textContent,
    market_cap_rank: Number.parseInt(row.cells[0]!.textContent, 10) || null,
    sparkline: readSparkline(row),
  };
}

function readSparkline(row: HTMLTableRowElement): MarketRow['sparkline'] {
  const line = row.querySelector<SVGSVGElement>('svg[viewBox]');
  const path = line?.lastElementChild?.getAttribute('d');
  if (!line || !path) return null;
  return {
    path,
    width: line.viewBox.baseVal.width,
    variant: line.dataset.variant as NonNullable<MarketRow['sparkline']>['variant'],
  };
}
