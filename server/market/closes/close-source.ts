/**
 * The sources of a daily close: the provider's history, our last quote, or a file (CoinGecko's export, Kraken's, any
 * other). Blocks store a source by its index in this list, so append new ones at the end.
 */
export const closeSources = ['coingecko', 'own', 'coingecko_csv', 'kraken', 'import'] as const;
export type CloseSource = (typeof closeSources)[number];

/** Whether a close came from any kind of file. */
export const isImported = (source: CloseSource): boolean => source !== 'coingecko' && source !== 'own';

/** The lower rank wins. */
export const rankOfSource = (source: CloseSource): number => closeSources.indexOf(source);
