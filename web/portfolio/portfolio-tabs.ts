import { formatCount } from '#web/lib/formats.ts';
import { createNumberFormatter } from '#web/lib/money/number-style.ts';

/** The tabs of the portfolio page, each with its own URL. */
export const portfolioTabs = [
  'holdings',
  'transactions',
  'gains',
  'methods',
  'tax',
  'analytics',
  'imports',
] as const;
export type PortfolioTab = (typeof portfolioTabs)[number];

/** The tab named in a URL. Default: the holdings. */
export function readTab(search: URLSearchParams): PortfolioTab {
  return portfolioTabs.find((tab) => tab === search.get('tab')) ?? 'holdings';
}

/** The query string of a tab of the same portfolio: `?tab=gains`, or nothing for the holdings. */
export function tabSearch(
  search: URLSearchParams,
  tab: PortfolioTab,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const next = new URLSearchParams();
  const portfolio = search.get('portfolio');
  if (portfolio !== null) next.set('portfolio', portfolio);
  if (tab !== 'holdings') next.set('tab', tab);
  for (const [name, value] of Object.entries(parameters)) next.set(name, value);
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}

const upToOne = createNumberFormatter({ maximumFractionDigits: 1 });

/** A tab's number of items in at most four characters: `999`, `1.4K`, `12K`. */
export function writeTabCount(count: number): string {
  if (count < 1000) return formatCount(count);
  return `${count < 9950 ? upToOne.format(count / 1000) : formatCount(count / 1000)}K`;
}
