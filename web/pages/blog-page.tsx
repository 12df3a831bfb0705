import { AdSpace } from '../ads/ad-space.tsx';
import { NewsletterBlock } from '../contact/newsletter-block.tsx';
import type { PageModule } from '../lib/page-module.ts';
import { paths } from '../lib/paths.ts';
import { BlogView } from '../site/blog/blog-view.tsx';
import '../site/blog/blog.css';

function BlogPage() {
  return (
    <div className="wrap">
      <BlogView underHead={<AdSpace place="header" size="large" />} newsletter={<NewsletterBlock />} />
    </div>
  );
}

export const page: PageModule = {
  Page: BlogPage,
  head: () => ({
    title: 'Crypto Knowledge Hub | Altimeter',
    description: 'Longer reads on portfolios, alerts, wallets and charts, with the figures to check them by.',
    canonical: paths.blog,
  }),
};
