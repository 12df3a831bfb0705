import { useQuery } from '@tanstack/react-query';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useRef, useState } from 'react';
import type { NewsStatus } from '#contract/news.ts';
import button from '#web/ui/styles/button.module.css';
import page from '#web/ui/styles/page.module.css';
import { ArticleList } from './article-list.tsx';
import styles from './news.module.css';
import { filterNews, type NewsFilter } from './news-filter.ts';
import { NewsFreshness } from './news-freshness.tsx';
import { NewsSkeleton } from './news-skeletons.tsx';
import { NewsFailure, NoMatch, NoNews } from './news-states.tsx';
import { newsQuery } from './queries.ts';
import { SourcesCard } from './sources-card.tsx';
import { TopicsCard } from './topics-card.tsx';
import { useNewsFilter } from './use-news-filter.ts';

/** Where to insert an ad: after every third article (numbered from 0), or in the sidebar. */
export type NewsAdPlace = number | 'sidebar';

interface NewsViewProps {
  /** The state of the feeds. Undefined while unknown. */
  status: NewsStatus | undefined;
  renderAd?: (place: NewsAdPlace) => ReactNode;
}

/** The newest headlines, and their filters. */
export function NewsView({ status, renderAd }: NewsViewProps) {
  const { filter, choose, clear } = useNewsFilter();
  // Only on phones: elsewhere the filters are always visible.
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { data, isError } = useQuery(newsQuery());
  const hasFailed = isError && !data;
  const chooseAndClose = (chosen: NonNullable<NewsFilter>) => {
    choose(chosen);
    setOpen(false);
    // Collapsing the filters removes the focused element. Elsewhere this button is not rendered.
    opener.current?.focus();
  };
  const clearAndClose = () => {
    clear();
    setOpen(false);
    // The pressed button can't keep the focus: it disappears or has nothing left to clear.
    document.getElementById('main')?.focus({ preventScroll: true });
    opener.current?.focus();
  };
  const clearButton = (
    <button
      type="button"
      className={`${button.ghost} ${button.small}`}
      disabled={filter === null}
      onClick={clearAndClose}
    >
      Clear Filter
    </button>
  );
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className="heading1">Crypto News</h1>
          <p>Headlines from many sources, newest first</p>
        </div>
        {!hasFailed && <NewsFreshness asOf={data?.asOf} state={status?.state} />}
      </div>
      <div className={styles.columns} data-part="news">
        <aside className={styles.rail} aria-label="Filters">
          <button
            ref={opener}
            type="button"
            className={`${button.secondary} ${styles.openFilters}`}
            aria-expanded={isOpen}
            aria-controls="news-filters"
            onClick={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal className="icon" aria-hidden="true" />
            {filter ? `Filter: ${filter.name}` : 'Filter'}
          </button>
          <div className={styles.filters} id="news-filters" data-open={isOpen}>
            <TopicsCard filter={filter} onChoose={chooseAndClose} action={clearButton} />
            {!hasFailed && <SourcesCard news={data?.headlines} filter={filter} onChoose={chooseAndClose} />}
          </div>
          {renderAd && <div className={styles.advertisement}>{renderAd('sidebar')}</div>}
        </aside>
        <section className={styles.list} aria-label="Articles">
          <News filter={filter} onClear={clearAndClose} state={status?.state} renderAd={renderAd} />
        </section>
      </div>
    </>
  );
}

interface NewsProps {
  filter: NewsFilter;
  onClear: () => void;
  state: NewsStatus['state'] | undefined;
  renderAd: NewsViewProps['renderAd'];
}

function News({ filter, onClear, state, renderAd }: NewsProps) {
  const { data, isError, refetch } = useQuery(newsQuery());
  if (!data) return isError ? <NewsFailure onRetry={() => void refetch()} /> : <NewsSkeleton />;
  const { headlines } = data;
  if (headlines.length === 0) return <NoNews state={state} />;
  const shown = filterNews(headlines, filter);
  return (
    <>
      <p className={styles.count} role="status">
        {filter && `${shown.length} of ${headlines.length} articles: ${filter.name}`}
      </p>
      {shown.length === 0 ? (
        <NoMatch onClear={onClear} />
      ) : (
        <ArticleList articles={shown} renderBetween={renderAd} />
      )}
    </>
  );
}
