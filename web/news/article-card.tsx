import TrendingUp from 'lucide-react/icons/trending-up';
import { ArticleTime } from './article-time.tsx';
import { isTrending } from './is-trending.ts';
import styles from './news.module.css';
import type { Headline } from './queries.ts';
import { SourceName } from './source-name.tsx';

interface ArticleCardProps {
  article: Headline;
  /** The reader's time in milliseconds. Null while it is not known. */
  now: number | null;
}

/** An article in the list. The whole card opens the publisher's page in a new tab. */
export function ArticleCard({ article, now }: ArticleCardProps) {
  const { title, summary, url, categories, source } = article;
  return (
    <article className={styles.article}>
      <div className={styles.articleMeta}>
        {categories.map((category) => (
          <Category key={category} name={category} />
        ))}
        {isTrending(categories) && (
          <span className={styles.trending} role="img" aria-label="Trending" title="Trending">
            <TrendingUp className="icon" aria-hidden="true" />
          </span>
        )}
      </div>
      <h2>
        <ArticleLink url={url} title={title} />
      </h2>
      {summary && <p>{summary}</p>}
      <div className={styles.articleMeta}>
        <SourceName name={source} />
        <ArticleTime at={article.published_at} now={now} />
      </div>
    </article>
  );
}

function Category({ name }: { name: string }) {
  return (
    <span className={styles.category}>
      <span data-category={name} aria-hidden="true" />
      {name}
    </span>
  );
}

/** Opens a publisher's page in a new tab, without a referrer. */
export function ArticleLink({ url, title }: { url: string; title: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {title}
      <span className="visuallyHidden"> (opens in a new tab)</span>
    </a>
  );
}
