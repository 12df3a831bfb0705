import Scale from 'lucide-react/icons/scale';
import { paths } from '#web/lib/paths.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { tabSearch } from '../portfolio-tabs.ts';
import styles from './methods.module.css';

/** The head of the comparison. */
export function MethodsHead() {
  return (
    <div className={`${card.head} ${styles.head}`}>
      <h2 className="heading3" id="methods-title">
        Methods side by side
      </h2>
      <span className="small muted">
        A method only decides when gains are realized; the rest stays unrealized.
      </span>
    </div>
  );
}

const places = ['one', 'two', 'three', 'four', 'five'];

/** Placeholder for the comparison and the sale, as large as they are. */
export function MethodsSkeleton() {
  return (
    <div className={styles.methods} role="status" aria-busy="true">
      <span className="visuallyHidden">Comparing the methods</span>
      <div className={`${card.card} ${styles.card}`}>
        <MethodsHead />
        <div className={styles.waitingRows} aria-hidden="true">
          {places.map((place) => (
            <span key={place}>
              <Skeleton height={24} />
            </span>
          ))}
        </div>
      </div>
      <div className={`${card.card} ${styles.card} ${styles.waitingSale}`} aria-hidden="true" />
    </div>
  );
}

/** Shown for an empty ledger, for which every figure of every method is zero. */
export function NothingToCompare() {
  const [search] = useSearchParams();
  return (
    <div className={`${card.card} ${pageState.state}`}>
      <Scale className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">Nothing to compare yet</h2>
      <p>
        Once you have bought coins, this compares your realized gain by every method, and the gain of a
        possible sale.
      </p>
      <Link className={button.secondary} to={`${paths.portfolio}${tabSearch(search, 'transactions')}`}>
        Add a transaction
      </Link>
    </div>
  );
}
