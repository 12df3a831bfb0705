import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector as BuildConnector } from 'undici';
import { createPublicLookup, isPublicAddress, NotPublicError } from './public-address.ts';
import { buildConnector } from './undici-parts.ts';

export interface PublicConnectorOptions {
  /** Resolves names; by default only to public addresses. */
  readonly lookup?: LookupFunction | undefined;
  /** Trusted certificates, instead of the system's. */
  readonly ca?: string | undefined;
}

/** Connects only to hosts on the public internet. The address is checked when the connection is made. */
export function createPublicConnector(options: PublicConnectorOptions = {}): BuildConnector.connector {
  const { lookup = createPublicLookup(), ca } = options;
  const connect = buildConnector({ lookup, ...(ca !== undefined && { ca }) });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    // A literal address is never looked up.
    if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(new NotPublicError(host), null);
    connect(target, callback);
  };
}
