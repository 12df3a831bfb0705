import { isIPv6 } from 'node:net';

/**
 * The network that an address is in: the first 24 bits of IPv4, 56 of IPv6, which is what one customer of a provider
 * usually has. As text that is the same for every address of it.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined || !isIPv6(plain)) return (mapped ?? plain).split('.').slice(0, 3).join('.');
  const groups = expand(plain).slice(0, 4);
  // 56 bits end in the middle of the fourth group.
  return groups.map((group, index) => (index === 3 ? group & 0xff00 : group).toString(16)).join(':');
}

function expand(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const front = parse(head);
  const back = tail === undefined ? [] : parse(tail);
  return [...front, ...Array<number>(Math.max(0, 8 - front.length - back.length)).fill(0), ...back];
}
