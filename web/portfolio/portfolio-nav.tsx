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
  /** How many there are; left out while that is not known. */
  counts: Partial<Readonly<Record<PortfolioTab, number | undefined>>>;
}

/** The parts of the portfolio's page. */
export function PortfolioNav({ tab, counts }: PortfolioNavProps) {
  const [search] = useSearchParams();
  return (
    <nav className={styles.tabs} aria-label="Portfolio">
      {portfolioTabs.map((each) => (
        <Link
          key={each}
          to={`${paths.portfolio}${tabSearch(search, each)}`}
          aria-current={each === tab ? 'page' : undefined}
        >
          {tabNames[each]}
          {counts[each] !== undefined && <span className={styles.tabCount}>{formatCount(counts[each])}</span>}
        </Link>
      ))}
    </nav>
  );
}
