import { formatPriceParts } from '#web/lib/money/money-formats.ts';
import type { CoinList, MarketRow } from '../queries.ts';
import styles from './market-table.module.css';
import { readMoney, readPercent, readPrice, roundMoney, roundPercent } from './shown-figures.ts';
import { initialSort, sortRows } from './sort.ts';

/** The fields that can't be read back from the table in the page's HTML. */
type UnshownFields = 'exactCap' | 'last_updated' | 'quarantined' | 'missing';
type ShownRow = Omit<MarketRow, UnshownFields>;

/** The list as embedded in a page, without the fields that can be read back from the HTML. */
export interface EmbeddedList extends Omit<CoinList, 'rows'> {
  /** The time of all quotes without `last_updated`. */
  readonly at: string | null;
  readonly unshown: readonly (Pick<MarketRow, 'quarantined' | 'missing'> &
    Partial<Pick<MarketRow, 'last_updated' | 'current_price' | 'market_cap' | 'total_volume'>>)[];
}

/** The number of coins in the HTML's table. */
export function countShown(html: string): number {
  return html.match(/<td[^<>]*><a [^<>]*href="\/coin\//g)?.length ?? 0;
}

/**
 * Omits the fields that can be read back from the HTML; money only if it is in dollars. Null if a field could not be
 * read back exactly.
 */
export function omitShown(list: CoinList, isInDollars: boolean): EmbeddedList | null {
  const { rows, ...rest } = list;
  const shown = sortRows(rows, initialSort);
  if (!rows.every((row, index) => row === shown[index] && isReadable(row, isInDollars))) return null;
  const at = rows[0]?.last_updated ?? null;
  return {
    ...rest,
    at,
    unshown: rows.map(({ market_cap, current_price, total_volume, last_updated, quarantined, missing }) => ({
      ...(!isInDollars && { market_cap, current_price, total_volume }),
      ...(last_updated !== at && { last_updated }),
      ...(quarantined && { quarantined }),
      ...(missing && { missing }),
    })),
  };
}

function isReadable(row: MarketRow, isInDollars: boolean): boolean {
  return (
    row.symbol === row.symbol.toUpperCase().toLowerCase() &&
    Number(row.market_cap_rank ?? 1) >= 1 &&
    // The HTML parser changes control characters.
    !/\p{Cc}/u.test(row.symbol + row.name) &&
    (!isInDollars || isMoneyReadable(row)) &&
    [row.price_change_percentage_24h, row.change1h, row.change7d].every(
      (change) => roundPercent(change) === change,
    )
  );
}

function isMoneyReadable(row: MarketRow): boolean {
  const { text, hang, exact } = formatPriceParts(row.current_price);
  return (
    readPrice(exact ?? text + hang) === row.current_price &&
    [row.market_cap, row.total_volume].every((amount) => roundMoney(amount) === amount)
  );
}

/** Completes a list from the server-rendered table. Null if the table doesn't match the list. */
export function readShown({ unshown, at, ...rest }: EmbeddedList, page: ParentNode): CoinList | null {
  const links = [...page.querySelectorAll<HTMLAnchorElement>('tbody td > a[href^="/coin/"]')];
  if (links.length !== unshown.length) return null;
  return {
    ...rest,
    rows: unshown.map((fields, index) => ({ last_updated: at, ...readRow(links[index]!), ...fields })),
  };
}

function readRow(link: HTMLAnchorElement): ShownRow {
  const row = link.closest('tr')!;
  const [name, symbol] = link.querySelectorAll('span > span');
  const texts = [...row.cells].map((cell) => cell.textContent);
  const price = row.cells[3]!.querySelector<HTMLElement>(`.${styles.price}`)!;
  return {
    id: decodeURIComponent(link.pathname.slice('/coin/'.length)),
    symbol: symbol!.textContent.toLowerCase(),
    name: name!.textContent,
    market_cap_rank: Number.parseInt(texts[0]!, 10) || null,
    current_price: readPrice(price.title || price.textContent),
    price_change_percentage_24h: readPercent(texts[4]!),
    market_cap: readMoney(texts[5]!),
    change1h: readPercent(texts[6]!),
    total_volume: readMoney(texts[7]!),
    change7d: readPercent(texts[8]!),
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
