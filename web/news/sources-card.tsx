import { FilterButton } from './filter-button.tsx';
import { listPopularSources } from './news-filter.ts';
import { FilterSkeleton } from './news-skeletons.tsx';
import type { Headline } from './queries.ts';
import type { FilterCardProps } from './topics-card.tsx';

/** How many sources the card shows. */
const shownSources = 6;

interface SourcesCardProps extends FilterCardProps {
  /** Undefined while they load. */
  news: readonly Headline[] | undefined;
}

/** The sources with the most headlines. Absent where there are no news. */
export function SourcesCard({ news, filter, onChoose }: SourcesCardProps) {
  if (news?.length === 0) return null;
  return (
    <section className="card card-pad" aria-labelledby="popular-sources">
      <div className="news-card-h">
        <h2 className="h3" id="popular-sources">
          Popular Sources
        </h2>
      </div>
      {news ? (
        listPopularSources(news, shownSources).map(({ name, count }) => (
          <FilterButton
            key={name}
            name={name}
            isChosen={filter?.kind === 'source' && filter.name === name}
            onChoose={() => onChoose({ kind: 'source', name })}
          >
            <span className="meta num">
              {count}
              <span className="vh"> {count === 1 ? 'article' : 'articles'}</span>
            </span>
          </FilterButton>
        ))
      ) : (
        <FilterSkeleton rows={shownSources} />
      )}
    </section>
  );
}
