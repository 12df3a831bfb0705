import type { ArticleHead } from './article.ts';
import styles from './blog.module.css';

/** In UTC, so that an article's day is the same everywhere. */
const day = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** An article's author, date and reading time. */
export function ArticleMeta({ article }: { article: ArticleHead }) {
  const { author, publishDate, readTime } = article;
  return (
    <p className={`small muted ${styles.meta}`}>
      <span>{author}</span>
      <span className={styles.dates}>
        <time dateTime={publishDate}>{day.format(new Date(publishDate))}</time>
        <span>{readTime} min read</span>
      </span>
    </p>
  );
}
