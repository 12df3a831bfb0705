import type { NewsCategory } from '#contract/news.ts';

/** The token of each category's colour; related ones share it. */
const colours: Readonly<Record<NewsCategory, string>> = {
  Market: 'var(--cat-a)',
  Bitcoin: 'var(--cat-a)',
  Technology: 'var(--cat-b)',
  Layer2: 'var(--cat-b)',
  Ethereum: 'var(--cat-c)',
  DeFi: 'var(--cat-c)',
  Regulation: 'var(--cat-d)',
  CBDC: 'var(--cat-d)',
  NFT: 'var(--cat-e)',
  Innovation: 'var(--cat-e)',
};

/** The colour of a category's mark; unknown categories get a plain one. */
export function categoryColour(category: string): string {
  return category in colours ? colours[category as NewsCategory] : 'var(--cat-d)';
}

const trending = new Set(['Bitcoin', 'Ethereum', 'DeFi', 'Innovation']);

/** Whether an article of these categories has the trending badge. */
export function isTrending(categories: readonly string[]): boolean {
  return categories.some((category) => trending.has(category));
}
