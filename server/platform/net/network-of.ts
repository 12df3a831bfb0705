import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network of an address, as text: the first 24 bits for IPv4, 56 for IPv6, which is what one customer of a provider
 * usually gets.
 */
export function networkOf(address: string): string {
  const bare = withoutPort(address);
  if (!isIPv6(bare)) return ipv4NetworkOf(address);
  // Not the zone: the parser doesn't accept names of interfaces such as `br-lan` or `eth0.100`.
  const parsed = ipaddr.IPv6.parse(bare.split('%', 1)[0]!);
  if (parsed.isIPv4MappedAddress()) return ipv4NetworkOf(parsed.toIPv4Address().toString());
  // 56 bits end in the middle of the fourth group.
  const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts;
  return [first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(':');
}

/**
 * Some proxies report `[2001:db8::1]:443`, or the same without brackets: with its port, each connection would count as a
 * network of its own.
 */
function withoutPort(address: string): string {
  if (address.startsWith('[')) return address.slice(1, address.lastIndexOf(']'));
  return isIPv6(address) ? address : address.replace(/:\d{1,5}$/, '');
}

/** Also accepts text that is not an address, which a proxy may report. */
function ipv4NetworkOf(address: string): string {
  return address.split('.').slice(0, 3).join('.');
}
