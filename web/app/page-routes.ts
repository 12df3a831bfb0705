import { type LazyModule, lazyModule } from '#web/lib/lazy-module.ts';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';

/** A page: its path, its source file (for preloads) and its module. */
export interface PageRoute {
  readonly path: string;
  readonly source: string;
  readonly module: LazyModule<PageModule>;
}

const market: Omit<PageRoute, 'path'> = {
  source: 'web/pages/market-page.tsx',
  module: lazyModule(async () => (await import('#web/pages/market-page.tsx')).page),
};

/** Shown for all other paths, and when the server finds nothing at a path. */
export const notFoundRoute: PageRoute = {
  path: '*',
  source: 'web/pages/not-found-page.tsx',
  module: lazyModule(async () => (await import('#web/pages/not-found-page.tsx')).page),
};

/** All pages. Paths are case-insensitive. */
export const pageRoutes: readonly PageRoute[] = [
  { path: paths.home, ...market },
  { path: paths.markets, ...market },
  {
    path: '/coin/:id',
    source: 'web/pages/coin-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/coin-page.tsx')).page),
  },
  {
    path: paths.watchlist,
    source: 'web/pages/watchlist-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/watchlist-page.tsx')).page),
  },
  {
    path: paths.portfolio,
    source: 'web/pages/portfolio-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/portfolio-page.tsx')).page),
  },
  {
    path: paths.alerts,
    source: 'web/pages/alerts-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/alerts-page.tsx')).page),
  },
  {
    path: paths.pauseAlert,
    source: 'web/pages/pause-alert-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/pause-alert-page.tsx')).page),
  },
  {
    path: paths.pricing,
    source: 'web/pages/pricing-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/pricing-page.tsx')).page),
  },
  {
    path: paths.news,
    source: 'web/pages/news-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/news-page.tsx')).page),
  },
  {
    path: paths.learn,
    source: 'web/pages/learn-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/learn-page.tsx')).page),
  },
  {
    path: paths.blog,
    source: 'web/pages/site/blog-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/site/blog-page.tsx')).page),
  },
  {
    path: '/blog/:slug',
    source: 'web/pages/site/article-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/site/article-page.tsx')).page),
  },
  {
    path: paths.subscribe,
    source: 'web/pages/subscribe-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/subscribe-page.tsx')).page),
  },
  {
    path: paths.about,
    source: 'web/pages/site/about-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/site/about-page.tsx')).page),
  },
  {
    path: paths.contact,
    source: 'web/pages/site/contact-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/site/contact-page.tsx')).page),
  },
  {
    path: paths.confirmNewsletter,
    source: 'web/pages/site/confirm-newsletter-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/site/confirm-newsletter-page.tsx')).page),
  },
  {
    path: paths.unsubscribe,
    source: 'web/pages/account/unsubscribe-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/account/unsubscribe-page.tsx')).page),
  },
  {
    path: paths.privacy,
    source: 'web/pages/site/privacy-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/site/privacy-page.tsx')).page),
  },
  {
    path: paths.terms,
    source: 'web/pages/site/terms-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/site/terms-page.tsx')).page),
  },
  {
    path: paths.signUp,
    source: 'web/pages/account/sign-up-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/account/sign-up-page.tsx')).page),
  },
  {
    path: paths.signIn,
    source: 'web/pages/account/sign-in-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/account/sign-in-page.tsx')).page),
  },
  {
    path: paths.verify,
    source: 'web/pages/account/verify-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/account/verify-page.tsx')).page),
  },
  {
    path: paths.forgotPassword,
    source: 'web/pages/account/forgot-password-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/account/forgot-password-page.tsx')).page),
  },
  {
    path: paths.account,
    source: 'web/pages/account/account-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/account/account-page.tsx')).page),
  },
  {
    path: paths.restoreEmail,
    source: 'web/pages/account/restore-email-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/account/restore-email-page.tsx')).page),
  },
  {
    path: paths.inbox,
    source: 'web/pages/account/inbox-page.tsx',
    module: lazyModule(async () => (await import('#web/pages/account/inbox-page.tsx')).page),
  },
];
