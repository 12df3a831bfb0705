import { NewsletterBlock } from '#web/contact/leads/newsletter-block.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { useParams } from '#web/lib/router/match-path.ts';
import { ArticleView } from '#web/site/blog/article-view.tsx';
import { findArticle } from '#web/site/blog/articles.ts';
import { NotFound } from '#web/site/not-found.tsx';

function ArticlePage() {
  const article = findArticle(useParams().slug);
  if (!article) return <NotFound />;
  return (
    <div className="pageWidth">
      <ArticleView key={article.slug} article={article} newsletter={<NewsletterBlock />} />
    </div>
  );
}

export const page: PageModule = {
  Page: ArticlePage,
  async load({ params }) {
    const article = findArticle(params.slug);
    if (!article) return { status: 404 };
    await article.body.load();
    return {};
  },
  head({ params }) {
    const article = findArticle(params.slug);
    if (!article) return { title: 'Page Not Found', description: '', canonical: paths.blog, noindex: true };
    return {
      title: article.title,
      description: article.excerpt,
      canonical: paths.article(article.slug),
    };
  },
};
