import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type ResolveOptions, resolveName } from './resolve-name.ts';

/** The only block of IPv6 allocated to hosts so far: 2000::/3. */
const allocatedIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses under which hosts without IPv4 reach hosts that have only IPv4, whose address is in the last 32 bits. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** A public address by its range, but inside Azure's networks the platform's own server, which answers only there. */
const azurePlatform = '168.63.129.16';

/** Whether an IP address belongs to a host on the public internet, and to no special-purpose range of RFC 6890. */
export function isPublicAddress(address: string): boolean {
  // Checked first: the parser also accepts short forms such as `2130706433`.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv6' && parsed.match(nat64))
    return isPublicAddress(parsed.toByteArray().slice(12).join('.'));
  if (parsed.range() !== 'unicast' || parsed.toString() === azurePlatform) return false;
  return parsed.kind() === 'ipv4' || parsed.match(allocatedIpv6);
}

/** A name or address that is not on the public internet. */
export class NotPublicError extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet`);
  }
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

export type PublicLookup = (hostname: string, options: LookupOptions, callback: LookupCallback) => void;

/**
 * A connection's `lookup` that fails unless all addresses of the name are public. The connection uses exactly the
 * checked addresses, so a name that changes between two look-ups gains nothing.
 */
export function createPublicLookup(dns: ResolveOptions = {}): PublicLookup {
  async function find(hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const [first, ...others] = await resolve(hostname, dns);
    if (!first || ![first, ...others].every(({ address }) => isPublicAddress(address)))
      throw new NotPublicError(hostname);
    return [first, ...others];
  }

  return (hostname, options, callback) => {
    find(hostname).then(
      (addresses) =>
        options.all ? callback(null, addresses) : callback(null, addresses[0].address, addresses[0].family),
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

async function resolve(hostname: string, dns: ResolveOptions): Promise<LookupAddress[]> {
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family }];
  // RFC 6761: always this machine, and no name server should be asked.
  if (/(?:^|\.)localhost\.?$/i.test(hostname)) return [];
  return resolveName(hostname, dns);
}
