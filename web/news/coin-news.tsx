import { useQuery } from '@tanstack/react-query';
import card from '#web/ui/styles/card.module.css';
import { useNow } from '../lib/use-now.ts';
import { ArticleLink } from './article-card.tsx';
import { ArticleTime } from './article-time.tsx';
import styles from './news.module.css';
import { coinNewsQuery } from './queries.ts';
import { SourceName } from './source-name.tsx';

/** Headlines on a coin's page. */
export const maxCoinNews = 5;

interface CoinNewsProps {
  coinId: string;
  /** The coin's. */
  name: string;
}

/** The newest headlines that name a coin. Absent without any, or if they can't be loaded. */
export function CoinNews({ coinId, name }: CoinNewsProps) {
  const { data } = useQuery(coinNewsQuery(coinId, maxCoinNews));
  const now = useNow();
  if (!data || data.length === 0) return null;
  return (
    <section className={`${card.card} ${card.padded} ${styles.coinNews}`} aria-labelledby="coin-news">
      <h2 className="heading3" id="coin-news">
        {name} in the news
      </h2>
      <ul>
        {data.slice(0, maxCoinNews).map(({ id, url, title, source, published_at: at }) => (
          <li key={id}>
            <ArticleLink url={url} title={title} />
            <div className={styles.articleMeta}>
              <SourceName name={source} />
              <ArticleTime at={at} now={now} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
