import { paths } from '#web/lib/paths.ts';
import { EmojiPicture } from '#web/ui/emoji-picture.tsx';
import { Link } from '#web/ui/link.tsx';
import badge from '#web/ui/styles/badge.module.css';
import card from '#web/ui/styles/card.module.css';
import type { ArticleHead } from './article.ts';
import { ArticleMeta } from './article-meta.tsx';
import styles from './blog.module.css';

interface ArticleCardProps {
  article: ArticleHead;
  /** Maximum number of tags shown. */
  maxTags: number;
}

/** An article in a list. The whole card links to it. */
export function ArticleCard({ article, maxTags }: ArticleCardProps) {
  const { slug, title, excerpt, tags, emoji, category } = article;
  return (
    <article className={`${card.card} ${card.padded} ${styles.card}`}>
      <div className={styles.top}>
        <EmojiPicture className={styles.image} emoji={emoji} />
        <span className={badge.accent}>{category}</span>
      </div>
      <h3 className="heading3">
        <Link to={paths.article(slug)}>{title}</Link>
      </h3>
      <p className="muted">{excerpt}</p>
      <ul className={styles.tags} aria-label="Tags">
        {tags.slice(0, maxTags).map((tag) => (
          <li key={tag} className={badge.badge}>
            {tag}
          </li>
        ))}
      </ul>
      <ArticleMeta article={article} />
    </article>
  );
}
