import type { ReactNode } from 'react';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import button from '#web/ui/styles/button.module.css';
import page from '#web/ui/styles/page.module.css';
import { type ArticleHead, categories } from './article.ts';
import { ArticleCard } from './article-card.tsx';
import { articles } from './articles.ts';
import styles from './blog.module.css';

const featuredTags = 3;
const latestTags = 2;

interface BlogViewProps {
  /** Shown below the heading. */
  header: ReactNode;
  /** Shown at the end. */
  newsletter: ReactNode;
}

/** All articles, or those of the category in the URL. */
export function BlogView({ header, newsletter }: BlogViewProps) {
  const [search, setSearch] = useSearchParams();
  const chosen = categories.find((name) => name.toLowerCase() === search.get('category')?.toLowerCase());
  const shown = articles.filter(({ category }) => !chosen || category === chosen);
  const choose = (name: string | null) =>
    setSearch(name ? { category: name.toLowerCase() } : {}, { replace: true });
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className="heading1">Crypto Knowledge Hub</h1>
          <p>Longer reads, with figures you can check</p>
        </div>
      </div>
      {header}
      <fieldset className={styles.filters} aria-label="Category">
        {[null, ...categories].map((name) => (
          <button
            key={name}
            type="button"
            className={`${button.secondary} ${button.small}`}
            aria-pressed={name === (chosen ?? null)}
            onClick={() => choose(name)}
          >
            {name ?? 'All'}
          </button>
        ))}
      </fieldset>
      <ArticleList
        title="Featured Articles"
        list={shown.filter((one) => one.isFeatured)}
        maxTags={featuredTags}
      />
      <ArticleList
        title="Latest Articles"
        list={shown.filter((one) => !one.isFeatured)}
        maxTags={latestTags}
      />
      {newsletter}
    </>
  );
}

interface ArticleListProps {
  title: string;
  list: readonly ArticleHead[];
  maxTags: number;
}

function ArticleList({ title, list, maxTags }: ArticleListProps) {
  if (list.length === 0) return null;
  return (
    <section className={styles.list} aria-label={title}>
      <h2 className="heading2">{title}</h2>
      <div>
        {list.map((article) => (
          <ArticleCard key={article.slug} article={article} maxTags={maxTags} />
        ))}
      </div>
    </section>
  );
}
