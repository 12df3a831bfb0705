/**
 * Who says what a coin cost at the end of a day: the provider's history, our own last quote, or a file: CoinGecko's
 * export, Kraken's, any other. Blocks hold a source by its place in this list: add new ones at the end.
 */
export const closeSources = ['coingecko', 'own', 'coingecko_csv', 'kraken', 'import'] as const;
export type CloseSource = (typeof closeSources)[number];

/** What the sources of a close are called where it only counts that it came from a file. */
export const isImported = (source: CloseSource): boolean => source !== 'coingecko' && source !== 'own';

/** The lower wins. */
export const rankOfSource = (source: CloseSource): number => closeSources.indexOf(source);
