import Newspaper from 'lucide-react/icons/newspaper';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { NewsStatus } from '#contract/news.ts';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';

/** Why there are no articles, as far as the server knows. */
const reasons: Readonly<Record<NewsStatus['state'], string>> = {
  off: 'News is switched off on this site.',
  starting: 'No source has answered yet. We keep trying, and will show headlines as soon as there are any.',
  stale: 'No source can be reached at the moment. We keep trying.',
  live: 'The sources answer, but have published nothing in the last 30 days.',
};

/** Shown if there are no articles. `state` is undefined while unknown. */
export function NoNews({ state }: { state: NewsStatus['state'] | undefined }) {
  return (
    <div className={`${card.card} ${pageState.state}`}>
      <Newspaper className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">No news articles available at the moment.</h2>
      {state && <p>{reasons[state]}</p>}
    </div>
  );
}

/** Shown if no article matches the filter. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <div className={`${card.card} ${pageState.state}`}>
      <Newspaper className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">No articles found for the chosen filter</h2>
      <button type="button" className={button.secondary} onClick={onClear}>
        Clear Filter
      </button>
    </div>
  );
}

/** Shown if the news could not be loaded. */
export function NewsFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={`${card.card} ${pageState.state}`} role="alert">
      <TriangleAlert className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">Failed to load news. Please try again later.</h2>
      <p>The rest of the site still works.</p>
      <button type="button" className={button.secondary} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
