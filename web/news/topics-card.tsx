import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TrendingTopic } from '#contract/news.ts';
import changeStyles from '#web/ui/change.module.css';
import button from '#web/ui/styles/button.module.css';
import { FilterButton } from './filter-button.tsx';
import { FilterCard } from './filter-card.tsx';
import styles from './news.module.css';
import type { NewsFilter } from './news-filter.ts';
import { FilterSkeleton } from './news-skeletons.tsx';
import { topicsQuery } from './queries.ts';

export interface FilterChoice {
  filter: NewsFilter;
  onChoose: (chosen: NonNullable<NewsFilter>) => void;
}

const maxTopics = 8;

/** The topics of the news. `action` is shown next to the heading. */
export function TopicsCard({ action, ...props }: FilterChoice & { action: ReactNode }) {
  return (
    <FilterCard id="trending-topics" title="Trending Topics" action={action}>
      <Topics {...props} />
    </FilterCard>
  );
}

function Topics({ filter, onChoose }: FilterChoice) {
  const { data, isError, refetch } = useQuery(topicsQuery());
  if (data && data.length > 0) {
    return data.slice(0, maxTopics).map(({ name, change }) => (
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
  if (!isError) return <FilterSkeleton rows={maxTopics} />;
  return (
    <div className={styles.topicsFailed} role="alert">
      <p className="muted">Failed to load trending topics</p>
      <button type="button" className={`${button.secondary} ${button.small}`} onClick={() => void refetch()}>
        Retry
      </button>
    </div>
  );
}

/** A change with its sign. Without colour and arrow if nothing changed. */
function TopicChange({ change }: Pick<TrendingTopic, 'change'>) {
  const hasChanged = /[1-9]/.test(change);
  const variant = hasChanged ? (change.startsWith('-') ? 'destructive' : 'default') : 'none';
  return (
    <span className={`${changeStyles.change} small`} data-variant={variant}>
      <span>{change}</span>
    </span>
  );
}
