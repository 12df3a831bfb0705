import { paths } from '#web/lib/paths.ts';

export interface NavLink {
  readonly label: string;
  readonly to: string;
  /** Only for signed-in users. */
  readonly isPrivate?: boolean;
}

/** The links in the bar and the menu. */
export const navLinks: readonly NavLink[] = [
  { label: 'Markets', to: paths.home },
  { label: 'Portfolio', to: paths.portfolio, isPrivate: true },
  { label: 'Watchlist', to: paths.watchlist, isPrivate: true },
  { label: 'News', to: paths.news },
  { label: 'Learn', to: paths.learn },
  { label: 'Pricing', to: paths.pricing },
  { label: 'About', to: paths.about },
];

/** The links in the footer. */
export const footerLinks: readonly NavLink[] = [
  { label: 'Live Prices', to: paths.home },
  { label: 'Portfolio Tracker', to: paths.portfolio },
  { label: 'Watchlist', to: paths.watchlist },
  { label: 'Market Analysis', to: paths.news },
  { label: 'About', to: paths.about },
  { label: 'Contact', to: paths.contact },
  { label: 'Privacy', to: paths.privacy },
  { label: 'Terms', to: paths.terms },
];

/** Whether a link leads to the current page. The market has two paths. */
export function isCurrent(link: NavLink, pathname: string): boolean {
  const here = pathname.toLowerCase().replace(/(.)\/{1,100}$/, '$1');
  return here === link.to || (link.to === paths.home && here === paths.markets);
}
