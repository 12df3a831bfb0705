import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { useLazyModule } from '#web/lib/lazy-module.ts';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import badge from '#web/ui/styles/badge.module.css';
import { ArticleCard } from './article-card.tsx';
import { ArticleMeta } from './article-meta.tsx';
import { ArticleText } from './article-text.tsx';
import { type Article, listRelatedArticles } from './articles.ts';
import styles from './blog.module.css';

/** An article with related ones, and `newsletter` below. */
export function ArticleView({ article, newsletter }: { article: Article; newsletter: ReactNode }) {
  const body = useLazyModule(article.body);
  return (
    <>
      <article className={styles.article}>
        <Link className={styles.back} to={paths.blog}>
          <ArrowLeft className="icon" aria-hidden="true" />
          Crypto Knowledge Hub
        </Link>
        <span className={badge.accent}>{article.category}</span>
        <h1 className="heading1">{article.title}</h1>
        <ArticleMeta article={article} />
        <ArticleText body={body} />
        <p className="small muted">
          This is general information, not advice on what to buy or sell. Check what matters to you at its
          source.
        </p>
      </article>
      <section className={styles.list} aria-label="Related articles">
        <h2 className="heading2">Related Articles</h2>
        <div>
          {listRelatedArticles(article).map((other) => (
            <ArticleCard key={other.slug} article={other} maxTags={2} />
          ))}
        </div>
      </section>
      {newsletter}
    </>
  );
}
