import { useEffect, useRef } from 'react';
import { formatCount } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './portfolio.module.css';
import { type PortfolioTab, portfolioTabs, tabSearch, writeTabCount } from './portfolio-tabs.ts';

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
  /** Number of items per tab. While it is undefined, the tab reserves room for it. */
  counts: Partial<Readonly<Record<PortfolioTab, number | undefined>>>;
}

/** The tabs of the portfolio page. */
export function PortfolioNav({ tab, counts }: PortfolioNavProps) {
  const [search] = useSearchParams();
  const nav = useRef<HTMLElement>(null);
  // On a phone, only about half of them fit.
  useEffect(() => centreCurrent(nav.current!, tab), [tab]);
  return (
    <nav className={styles.tabs} aria-label="Portfolio" ref={nav}>
      {portfolioTabs.map((each) => (
        <Link
          key={each}
          to={`${paths.portfolio}${tabSearch(search, each)}`}
          aria-current={each === tab ? 'page' : undefined}
        >
          <span className={styles.tabName}>{tabNames[each]}</span>{' '}
          {each in counts && (
            <span className={styles.tabRoom}>
              <TabCount count={counts[each]} />
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function TabCount({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  const [written, exact] = [writeTabCount(count), formatCount(count)];
  return (
    <span className={styles.tabCount} title={written === exact ? undefined : exact}>
      {written}
    </span>
  );
}

/** Scrolls the current tab's link to the middle, as far as possible. */
function centreCurrent(nav: HTMLElement, tab: PortfolioTab): void {
  const link = nav.children[portfolioTabs.indexOf(tab)]!.getBoundingClientRect();
  const box = nav.getBoundingClientRect();
  nav.scrollLeft += link.left + link.width / 2 - (box.left + box.width / 2);
}
