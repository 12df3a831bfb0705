import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';

/*
 * Addresses that outsiders may have us call. What is on this machine or in the operator's own networks is not for them
 * to reach through us.
 */

/** By RFC 6890 and its registries: everything that is not one host somewhere on the internet. */
const privateRanges: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Of IPv6 the one block that is given out, without the parts of it that lead elsewhere: to IPv4 (6to4, Teredo) or nowhere. */
const givenOut: readonly [string, number] = ['2000::', 3];
const notHosts: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const privateV4 = new BlockList();
for (const [net, prefix] of privateRanges) privateV4.addSubnet(net, prefix, 'ipv4');
const givenOutV6 = new BlockList();
givenOutV6.addSubnet(...givenOut, 'ipv6');
const notHostsV6 = new BlockList();
for (const [net, prefix] of notHosts) notHostsV6.addSubnet(net, prefix, 'ipv6');

/** Whether an IP address is that of one host on the internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return givenOutV6.check(address, 'ipv6') && !notHostsV6.check(address, 'ipv6');
  return isIP(address) === 4 && !privateV4.check(address, 'ipv4');
}

/** A name or an address leads elsewhere than to the public internet. */
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
 * For a connection's `lookup`: resolves a name, and fails where any of its addresses is not public. The connection is
 * made to the very addresses that were checked.
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
