import { join } from 'node:path';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import type { LogoAddresses } from './logo-addresses.ts';
import { createLogoFetcher } from './logo-fetcher.ts';
import { createLogos, type Logos } from './logos.ts';
import { fetchPicture, listPictureOrigins } from './picture-fetch.ts';
import { createPictureStore } from './picture-store.ts';

export interface LogoServiceDeps {
  addresses: LogoAddresses;
  /** Logos are stored in its folder `images`. */
  dataDir: string;
  /** The provider's configured URL, whose server may also serve logos. */
  providerUrl: string;
  clock?: Clock;
}

const maxStoredBytes = 64 * 1024 * 1024;

/** Coin logos: allowed servers, fetching, and the folder on disk. */
export function createLogoService(deps: LogoServiceDeps): Logos {
  const { addresses, dataDir, providerUrl, clock = systemClock } = deps;
  const allowedOrigins = listPictureOrigins(providerUrl);
  const fetcher = createLogoFetcher({
    fetchPicture: (address) => fetchPicture(address, { allowedOrigins }),
    clock,
  });
  const store = createPictureStore({ folder: join(dataDir, 'images'), maxBytes: maxStoredBytes, clock });
  return createLogos({ addresses, fetcher, store, clock });
}
