import { Fragment, type ReactNode } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { ArticleCard } from './article-card.tsx';
import type { Headline } from './queries.ts';

interface ArticleListProps {
  articles: readonly Headline[];
  /** Rendered after every third article except the last. */
  renderBetween?: ((place: number) => ReactNode) | undefined;
}

const articlesBetween = 3;

/** The articles, with other content between them. */
export function ArticleList({ articles, renderBetween }: ArticleListProps) {
  const now = useNow();
  return articles.map((article, index) => {
    const isThird = (index + 1) % articlesBetween === 0 && index + 1 < articles.length;
    return (
      <Fragment key={article.id}>
        <ArticleCard article={article} now={now} />
        {isThird && renderBetween?.((index + 1) / articlesBetween - 1)}
      </Fragment>
    );
  });
}
