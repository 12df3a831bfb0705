import type { CoinId } from '#contract/units.ts';
import type { CoinName } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';

/** Every coin of the market, by id and by symbol. Many coins share a symbol. */
export interface CoinDirectory {
  /** The coins with a symbol, in upper or lower case; the snapshot's first. */
  listBySymbol(symbol: string): readonly CoinName[];
  /** The exact id. */
  find(coinId: CoinId): CoinName | undefined;
  /** Whether the coin is refreshed with each snapshot. */
  isListed(coinId: CoinId): boolean;
}

/** A directory of the coins of a list and of a snapshot. */
export function indexCoins(list: readonly CoinName[], snapshot: Snapshot | null): CoinDirectory {
  const listed = new Map<CoinId, CoinName>();
  for (const { id, symbol, name } of snapshot?.coins ?? []) listed.set(id, { coinId: id, symbol, name });
  const byId = new Map(listed);
  for (const coin of list) if (!byId.has(coin.coinId)) byId.set(coin.coinId, coin);
  const bySymbol = Map.groupBy(byId.values(), ({ symbol }) => symbol.toLowerCase());
  return {
    listBySymbol: (symbol) => bySymbol.get(symbol.toLowerCase()) ?? [],
    find: (coinId) => byId.get(coinId),
    isListed: (coinId) => listed.has(coinId),
  };
}
