import { readStored, removeStored, storageKeys, writeStored } from '#web/lib/storage.ts';
import type { CoinChoice } from '../queries.ts';

/*
 * The coin whose star a visitor pressed, stored in the tab until they have signed up.
 */
const session = () => sessionStorage;

/** Remembers the coin whose star was pressed. */
export function rememberStar({ coinId, symbol, name }: CoinChoice): void {
  writeStored(session, storageKeys.star, JSON.stringify({ coinId, symbol, name }));
}

/** Forgets the remembered coin. */
export function forgetStar(): void {
  removeStored(session, storageKeys.star);
}

/** Returns the remembered coin and forgets it. */
export function takeStar(): CoinChoice | null {
  const stored = readStored(session, storageKeys.star);
  forgetStar();
  try {
    const coin: Partial<CoinChoice> | null = JSON.parse(stored ?? 'null');
    const { coinId, symbol, name } = coin ?? {};
    return coinId && symbol && name ? { coinId, symbol, name } : null;
  } catch {
    return null;
  }
}
