import { paths } from '../lib/paths.ts';
import { articles } from '../site/blog/articles.ts';

/** Every public page for search engines, except the coins' pages. */
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
