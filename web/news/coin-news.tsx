import { useQuery } from '@tanstack/react-query';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Link } from '#web/ui/link.tsx';
import card from '#web/ui/styles/card.module.css';
import { ArticleLink } from './article-card.tsx';
import { ArticleTime } from './article-time.tsx';
import styles from './coin-news.module.css';
import { coinNewsQuery } from './queries.ts';

/** Maximum number of headlines on a coin's page. */
export const maxCoinNews = 5;

interface CoinNewsProps {
  coinId: string;
  /** The coin's name. */
  name: string;
}

/** The newest headlines that name a coin. Renders nothing if there are none, or if they can't be loaded. */
export function CoinNews({ coinId, name }: CoinNewsProps) {
  const { data } = useQuery(coinNewsQuery(coinId, maxCoinNews));
  const now = useNow();
  if (!data || data.length === 0) return null;
  return (
    <section className={`${card.card} ${styles.news}`} aria-labelledby="coin-news">
      <div className={styles.head}>
        <h2 className="heading3" id="coin-news">
          {name} in the news
        </h2>
        <Link className="link small" to={paths.news}>
          All news
        </Link>
      </div>
      <ul>
        {data.slice(0, maxCoinNews).map(({ id, url, title, source, published_at: at }) => (
          <li key={id}>
            <ArticleLink url={url} title={title} />
            <span className={styles.origin}>
              <span>{source}</span>
              <span aria-hidden="true">·</span>
              <ArticleTime at={at} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
