import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TrendingTopic } from '#contract/news.ts';
import { FilterButton } from './filter-button.tsx';
import type { NewsFilter } from './news-filter.ts';
import { FilterSkeleton } from './news-skeletons.tsx';
import { topicsQuery } from './queries.ts';

export interface FilterCardProps {
  filter: NewsFilter;
  onChoose: (chosen: NonNullable<NewsFilter>) => void;
}

/** How many topics the card shows. */
const shownTopics = 8;

/** What the news are about; `action` stands beside the heading. */
export function TopicsCard({ action, ...props }: FilterCardProps & { action: ReactNode }) {
  return (
    <section className="card card-pad" aria-labelledby="trending-topics">
      <div className="row between news-card-h">
        <h2 className="h3" id="trending-topics">
          Trending Topics
        </h2>
        {action}
      </div>
      <Topics {...props} />
    </section>
  );
}

function Topics({ filter, onChoose }: FilterCardProps) {
  const { data, isError, refetch } = useQuery(topicsQuery());
  if (data && data.length > 0) {
    return data.slice(0, shownTopics).map(({ name, change }) => (
      <FilterButton
        key={name}
        name={name}
        isChosen={filter?.kind === 'topic' && filter.name === name}
        onChoose={() => onChoose({ kind: 'topic', name })}
      >
        <TopicChange change={change} />
      </FilterButton>
    ));
  }
  if (data) return <p className="muted">No trending topics available.</p>;
  if (!isError) return <FilterSkeleton rows={shownTopics} />;
  return (
    <div className="topics-failure" role="alert">
      <p className="muted">Failed to load trending topics</p>
      <button type="button" className="btn btn-secondary btn-sm" onClick={() => void refetch()}>
        Retry
      </button>
    </div>
  );
}

/** A change as it comes, with its sign; neither colour nor arrow where nothing changed. */
function TopicChange({ change }: Pick<TrendingTopic, 'change'>) {
  const hasChanged = /[1-9]/.test(change);
  const variant = hasChanged ? (change.startsWith('-') ? 'destructive' : 'default') : 'none';
  return (
    <span className="chg small" data-variant={variant}>
      <span>{change}</span>
    </span>
  );
}
