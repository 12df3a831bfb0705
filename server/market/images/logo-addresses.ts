import { LRUCache } from 'lru-cache';
import type { MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';

export const logoSizes = ['small', 'large'] as const;
/** `small` fits a table row (50 px at the provider), `large` a page head (250 px). */
export type LogoSize = (typeof logoSizes)[number];

/** The provider's logo URLs of the coins seen so far. Never calls the provider. */
export interface LogoAddresses {
  find(coinId: string, size: LogoSize): string | undefined;
  /** Remembers the logo of a coin fetched on demand; the snapshot's logos are already known. */
  remember(coinId: string, address: string): void;
}

const maxRemembered = 5_000;

/** CoinGecko serves the sizes under parallel paths; any other URL is used for both. */
function toSize(address: string, size: LogoSize): string {
  return address.replace(/(\/coins\/images\/\d+\/)(?:thumb|small|large)\//, `$1${size}/`);
}

function readSnapshot(snapshot: Snapshot | null): Map<string, string> {
  const trending = (snapshot?.trending ?? []).map((coin) => [coin.id.toLowerCase(), coin.small] as const);
  const coins = (snapshot?.coins ?? []).map((coin) => [coin.id.toLowerCase(), coin.image] as const);
  return new Map([...trending, ...coins]);
}

export function createLogoAddresses(market: Pick<MarketService, 'snapshot'>): LogoAddresses {
  const remembered = new LRUCache<string, string>({ max: maxRemembered });
  let read: { snapshot: Snapshot | null; addresses: Map<string, string> } | undefined;

  function addressesNow(): Map<string, string> {
    const snapshot = market.snapshot();
    if (read?.snapshot !== snapshot) read = { snapshot, addresses: readSnapshot(snapshot) };
    return read.addresses;
  }

  return {
    find(coinId, size) {
      const key = coinId.toLowerCase();
      const address = addressesNow().get(key) || remembered.get(key);
      return address ? toSize(address, size) : undefined;
    },
    remember(coinId, address) {
      if (address) remembered.set(coinId.toLowerCase(), address);
    },
  };
}
