import { useQuery } from '@tanstack/react-query';
import { AdSpace } from '#web/ads/ad-space.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { statusQuery } from '#web/market/queries.ts';
import { type NewsAdPlace, NewsView } from '#web/news/news-view.tsx';
import { newsQuery, topicsQuery } from '#web/news/queries.ts';

const renderAd = (place: NewsAdPlace) =>
  place === 'sidebar' ? (
    <AdSpace place={place} size="small" />
  ) : (
    <AdSpace place={`between-${place}`} size="medium" />
  );

function NewsPage() {
  const { data } = useQuery(statusQuery());
  return (
    <div className="pageWidth">
      <NewsView status={data?.news} renderAd={renderAd} />
    </div>
  );
}

export const page: PageModule = {
  Page: NewsPage,
  async load({ queryClient, read }) {
    await Promise.all([
      queryClient.prefetchQuery(newsQuery(read)),
      queryClient.prefetchQuery(topicsQuery(read)),
    ]);
    return queryClient.getQueryData(newsQuery().queryKey) ? {} : { status: 503 };
  },
  head: () => ({
    title: 'Crypto News',
    description:
      'The latest crypto headlines from many publishers, by topic and source: Bitcoin, Ethereum, DeFi, regulation and more.',
    canonical: paths.news,
  }),
};
