import { formatArticleAge, formatArticleDay } from './article-age.ts';

/** How long ago an article was published, or the day while the reader's time is not known (`now` null). */
export function ArticleTime({ at, now }: { at: string; now: number | null }) {
  const publishedAt = Date.parse(at);
  if (Number.isNaN(publishedAt)) return null;
  return (
    <time dateTime={at} title={new Date(publishedAt).toUTCString()}>
      {now === null ? formatArticleDay(publishedAt) : formatArticleAge(publishedAt, now)}
    </time>
  );
}
