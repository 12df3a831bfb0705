import { useEffect, useRef } from 'react';
import { formatCount } from '#web/lib/formats.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { paths } from '../lib/paths.ts';
import { Link } from '../ui/link.tsx';
import styles from './portfolio.module.css';
import { type PortfolioTab, portfolioTabs, tabSearch } from './portfolio-tabs.ts';

const tabNames: Readonly<Record<PortfolioTab, string>> = {
  holdings: 'Holdings',
  transactions: 'Transactions',
  gains: 'Gains',
  methods: 'Methods',
  tax: 'Tax',
  analytics: 'Analytics',
  imports: 'Imports',
};

interface PortfolioNavProps {
  tab: PortfolioTab;
  /** Number of items per tab. Undefined until known: the tab then has room for it. */
  counts: Partial<Readonly<Record<PortfolioTab, number | undefined>>>;
}

/** The tabs of the portfolio page. */
export function PortfolioNav({ tab, counts }: PortfolioNavProps) {
  const [search] = useSearchParams();
  const nav = useRef<HTMLElement>(null);
  const widths = Object.values(counts).join();
  // On a phone, only about half of them fit. Counts, which come later, make them wider.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `widths` only says when.
  useEffect(() => centreCurrent(nav.current!, tab), [tab, widths]);
  return (
    <nav className={styles.tabs} aria-label="Portfolio" ref={nav}>
      {portfolioTabs.map((each) => (
        <Link
          key={each}
          to={`${paths.portfolio}${tabSearch(search, each)}`}
          aria-current={each === tab ? 'page' : undefined}
        >
          {tabNames[each]}
          {each in counts && (
            <span className={styles.tabCount}>{counts[each] !== undefined && formatCount(counts[each])}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls the current tab's link to the middle, as far as possible. */
function centreCurrent(nav: HTMLElement, tab: PortfolioTab): void {
  const link = nav.children[portfolioTabs.indexOf(tab)]!.getBoundingClientRect();
  const box = nav.getBoundingClientRect();
  nav.scrollLeft += link.left + link.width / 2 - (box.left + box.width / 2);
}
