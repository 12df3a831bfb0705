import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only block of IPv6 allocated to hosts so far: 2000::/3. */
const allocatedIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses under which hosts without IPv4 reach hosts that have only IPv4, whose address is in the last 32 bits. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Whether an IP address belongs to a host on the public internet, and to no special-purpose range of RFC 6890. */
export function isPublicAddress(address: string): boolean {
  // Checked first: the parser also accepts short forms such as `2130706433`.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv6' && parsed.match(nat64))
    return isPublicAddress(parsed.toByteArray().slice(12).join('.'));
  if (parsed.range() !== 'unicast') return false;
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

/**
 * A connection's `lookup` that fails unless all addresses of the name are public. The connection uses exactly the
 * checked addresses, so a name that changes between two look-ups gains nothing.
 */
export function lookupPublic(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new NotPublicError(hostname), []);
    }
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
}
