import type { CoinDetail } from '#contract/market.ts';
import { formatPrice } from '#web/lib/formats.ts';
import { axisPriceFormat } from '../chart/chart-labels.ts';
import { priceStep } from '../chart/chart-ticks.ts';

type MarketData = CoinDetail['market_data'];

export interface DayRange {
  readonly low: string;
  readonly high: string;
  /** The price's position between low and high, 0 to 100; null if unknown. */
  readonly position: number | null;
}

/** The span of the last 24 hours and where in it the price stands; both ends with the same decimals where they can. */
export function dayRange({ low_24h, high_24h, current_price }: MarketData): DayRange {
  const [low, high, price] = [low_24h.usd, high_24h.usd, current_price.usd];
  if (low === null || high === null || !(high > low)) {
    return { low: formatPrice(low), high: formatPrice(high), position: null };
  }
  const onScale = axisPriceFormat(high, priceStep(low, high, 5) / 10);
  // Where the ends are so far apart that the high's unit leaves nothing of the low, each has its own.
  const text = /[1-9]/.test(onScale(low)) ? onScale : formatPrice;
  const position = price === null ? null : Math.min(100, Math.max(0, ((price - low) / (high - low)) * 100));
  return { low: text(low), high: text(high), position };
}

/** What the price moved by in dollars, with its sign: `-$1,990.94`. Null where it is not known or shows no move. */
export function dayMove(change: number | null): string | null {
  if (change === null || !Number.isFinite(change)) return null;
  const text = formatPrice(Math.abs(change));
  if (!/[1-9]/.test(text)) return null;
  return `${change < 0 ? '-' : '+'}${text}`;
}

export interface CoinLink {
  readonly kind: 'website' | 'explorer' | 'repository';
  readonly href: string;
  /** Where it leads, short: the host, or the repository's owner and name. */
  readonly text: string;
}

function toLink(kind: CoinLink['kind'], addresses: readonly string[]): CoinLink | null {
  for (const address of addresses) {
    const url = URL.parse(address);
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') continue;
    const host = url.host.replace(/^www\./, '');
    const path = url.pathname.replace(/^\/|\/$/g, '');
    return { kind, href: url.href, text: kind === 'repository' && path ? path : host };
  }
  return null;
}

/** The first usable address of each kind; kinds without one are left out. Only http and https are usable. */
export function listCoinLinks(links: CoinDetail['links']): CoinLink[] {
  return [
    toLink('website', links.homepage),
    toLink('explorer', links.blockchain_site),
    toLink('repository', links.repos_url.github),
  ].filter((link) => link !== null);
}

const dates = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `17 Dec 2024` in UTC, as the provider dates its records; empty where there is none. */
export function recordDate(instant: string | null): string {
  const date = new Date(instant ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : dates.format(date);
}
