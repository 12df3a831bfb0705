import { type LazyModule, lazyModule } from '#web/lib/lazy-module.ts';
import type { ArticleBody, ArticleHead } from './article.ts';

export interface Article extends ArticleHead {
  readonly body: LazyModule<ArticleBody>;
}

const author = 'The Altimeter team';
const publishDate = '2026-11-21';

/** All articles, newest first. Their bodies are loaded separately, as lists don't show them. */
export const articles: readonly Article[] = [
  {
    slug: 'how-a-price-alert-misses',
    title: 'How a price alert misses, and what it takes not to',
    excerpt:
      'Crossings, restarts, crashes and bad quotes: four ways for an alert to go wrong, and what to demand of any alert.',
    publishDate,
    readTime: 3,
    category: 'Technical',
    tags: ['Alerts', 'Reliability', 'Data'],
    isFeatured: true,
    author,
    emoji: '🔔',
    body: lazyModule(async () => (await import('./articles/how-a-price-alert-misses.ts')).body),
  },
  {
    slug: 'percentages-do-not-add-up',
    title: 'Percentages do not add up',
    excerpt:
      'Three mistakes that make a portfolio look different from what it is, usually better, with figures you can check on paper.',
    publishDate,
    readTime: 3,
    category: 'Education',
    tags: ['Portfolio', 'Profit and loss', 'Arithmetic'],
    isFeatured: true,
    author,
    emoji: '🧮',
    body: lazyModule(async () => (await import('./articles/percentages-do-not-add-up.ts')).body),
  },
  {
    slug: 'exchange-or-own-wallet',
    title: 'Exchange or own wallet: what each protects against',
    excerpt:
      'They guard against different accidents. A table of what can go wrong, and a rule that fits most people.',
    publishDate,
    readTime: 3,
    category: 'Comparison',
    tags: ['Wallets', 'Safety'],
    isFeatured: false,
    author,
    emoji: '🔑',
    body: lazyModule(async () => (await import('./articles/exchange-or-own-wallet.ts')).body),
  },
  {
    slug: 'a-portfolio-in-ten-minutes',
    title: 'Your portfolio in ten minutes, with the right purchase prices',
    excerpt:
      'From two exchanges and a phone to one accurate list: what to collect, how to average, what to compare.',
    publishDate,
    readTime: 3,
    category: 'Tutorial',
    tags: ['Portfolio', 'First steps'],
    isFeatured: false,
    author,
    emoji: '📋',
    body: lazyModule(async () => (await import('./articles/a-portfolio-in-ten-minutes.ts')).body),
  },
  {
    slug: 'what-halvings-can-prove',
    title: 'What Bitcoin’s halvings can prove, and what they can’t',
    excerpt: 'Four dates, four multiples, and how much luck four out of four needs.',
    publishDate,
    readTime: 3,
    category: 'Analysis',
    tags: ['Bitcoin', 'Supply', 'Statistics'],
    isFeatured: true,
    author,
    emoji: '📉',
    body: lazyModule(async () => (await import('./articles/what-halvings-can-prove.ts')).body),
  },
  {
    slug: 'before-you-send-coins',
    title: 'Before you send coins: a checklist',
    excerpt: 'Coin, network, address, tag, test payment: the checks in the order in which mistakes happen.',
    publishDate,
    readTime: 3,
    category: 'Tutorial',
    tags: ['Safety', 'Transfers'],
    isFeatured: false,
    author,
    emoji: '✅',
    body: lazyModule(async () => (await import('./articles/before-you-send-coins.ts')).body),
  },
];

/** Finds an article by its slug, ignoring case. */
export function findArticle(slug: string | undefined): Article | undefined {
  return articles.find((article) => article.slug === slug?.toLowerCase());
}

/** Up to three articles to read next. Those with the same tags or category come first. */
export function listRelatedArticles(article: Article): readonly Article[] {
  const similarity = (other: Article) =>
    other.tags.filter((tag) => article.tags.includes(tag)).length * 2 +
    (other.category === article.category ? 1 : 0);
  return articles
    .filter((other) => other !== article)
    .toSorted((a, b) => similarity(b) - similarity(a))
    .slice(0, 3);
}
