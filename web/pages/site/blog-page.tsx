import { AdSpace } from '#web/ads/ad-space.tsx';
import { NewsletterBlock } from '#web/contact/leads/newsletter-block.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { BlogView } from '#web/site/blog/blog-view.tsx';

function BlogPage() {
  return (
    <div className="pageWidth">
      <BlogView header={<AdSpace place="header" size="large" />} newsletter={<NewsletterBlock />} />
    </div>
  );
}

export const page: PageModule = {
  Page: BlogPage,
  head: () => ({
    title: 'Crypto Knowledge Hub',
    description: 'Longer reads on portfolios, alerts, wallets and charts, with figures you can check.',
    canonical: paths.blog,
  }),
};
