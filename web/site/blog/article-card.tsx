import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import type { ArticleHead } from './article.ts';
import { ArticleMeta } from './article-meta.tsx';

interface ArticleCardProps {
  article: ArticleHead;
  /** How many of its tags are shown. */
  maxTags: number;
}

/** An article in a list; all of the card leads to it. */
export function ArticleCard({ article, maxTags }: ArticleCardProps) {
  const { slug, title, excerpt, tags, image, category } = article;
  return (
    <article className="card card-pad blog-card">
      <div className="blog-top">
        <span className="blog-image" aria-hidden="true">
          {image}
        </span>
        <span className="badge badge-accent">{category}</span>
      </div>
      <h3 className="h3">
        <Link to={paths.article(slug)}>{title}</Link>
      </h3>
      <p className="muted">{excerpt}</p>
      <ul className="blog-tags" aria-label="Tags">
        {tags.slice(0, maxTags).map((tag) => (
          <li key={tag} className="badge">
            {tag}
          </li>
        ))}
      </ul>
      <ArticleMeta article={article} />
    </article>
  );
}
