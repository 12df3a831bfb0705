const trending = new Set(['Bitcoin', 'Ethereum', 'DeFi', 'Innovation']);

/** Whether an article with these categories has the trending badge. */
export function isTrending(categories: readonly string[]): boolean {
  return categories.some((category) => trending.has(category));
}
