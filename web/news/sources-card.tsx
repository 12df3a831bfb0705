import { FilterButton } from './filter-button.tsx';
import { FilterCard } from './filter-card.tsx';
import { listPopularSources } from './news-filter.ts';
import { FilterSkeleton } from './news-skeletons.tsx';
import type { Headline } from './queries.ts';
import type { FilterChoice } from './topics-card.tsx';

const maxSources = 6;

interface SourcesCardProps extends FilterChoice {
  /** Undefined while loading. */
  news: readonly Headline[] | undefined;
}

/** The sources with the most headlines. Renders nothing without news. */
export function SourcesCard({ news, filter, onChoose }: SourcesCardProps) {
  if (news?.length === 0) return null;
  return (
    <FilterCard id="popular-sources" title="Popular Sources">
      {news ? (
        listPopularSources(news, maxSources).map(({ name, count }) => (
          <FilterButton
            key={name}
            name={name}
            isChosen={filter?.kind === 'source' && filter.name === name}
            onChoose={() => onChoose({ kind: 'source', name })}
          >
            <span className="meta figures">
              {count}
              <span className="visuallyHidden"> {count === 1 ? 'article' : 'articles'}</span>
            </span>
          </FilterButton>
        ))
      ) : (
        <FilterSkeleton rows={maxSources} />
      )}
    </FilterCard>
  );
}
