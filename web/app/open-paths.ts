import { paths } from '#web/lib/paths.ts';
import { articles } from '#web/site/blog/articles.ts';

/** The public pages for search engines, except the coin pages. */
export const openPaths: readonly string[] = [
  paths.home,
  paths.news,
  paths.learn,
  paths.blog,
  ...articles.map(({ slug }) => paths.article(slug)),
  paths.pricing,
  paths.about,
  paths.contact,
  paths.privacy,
  paths.terms,
];
