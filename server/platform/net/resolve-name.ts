import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { Milliseconds } from '#contract/units.ts';

const limitMs: Milliseconds = 8000;
/** How the library says that there was no answer in time. */
const timeoutCodes: readonly unknown[] = ['ETIMEOUT', 'ECANCELLED'];

export interface ResolveOptions {
  /** The addresses of the name servers, such as `127.0.0.1:53`; by default this machine's. */
  readonly servers?: readonly string[] | undefined;
  /** Per query; a server that doesn't answer is asked once more. */
  readonly queryMs?: Milliseconds;
}

/**
 * The addresses of a name in the DNS, IPv4 first. Rejects if it has none, with a `TimeoutError` if there is no answer in
 * time. For names that strangers choose: the system's own look-up takes a thread for as long as their name servers take
 * to answer, and two such names would keep this server from looking up any other.
 */
export async function resolveName(name: string, options: ResolveOptions = {}): Promise<LookupAddress[]> {
  const { servers, queryMs = 2000 } = options;
  // A new one each time, because it reads which name servers this machine uses.
  const resolver = new Resolver({ timeout: queryMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  const limit = setTimeout(() => resolver.cancel(), limitMs);
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected')
      throw toError(name, ipv4.reason, ipv6.reason);
    return [...toAddresses(ipv4, 4), ...toAddresses(ipv6, 6)];
  } finally {
    clearTimeout(limit);
  }
}

function toAddresses(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

function toError(name: string, ...reasons: NodeJS.ErrnoException[]): Error {
  const isTimeout = reasons.some(({ code }) => timeoutCodes.includes(code));
  return isTimeout
    ? new DOMException(`The name servers of ${name} did not answer`, 'TimeoutError')
    : reasons[0]!;
}
