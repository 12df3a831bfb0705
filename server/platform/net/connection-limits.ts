import { networkOf } from './network-of.ts';

/** Counts open connections, in total and by network. */
export interface ConnectionLimits {
  readonly count: number;
  /** The connections of an address's network. */
  countOf(address: string): number;
  /** Counts a connection. Returns a function to call when it has closed, or null if there are too many. */
  enter(address: string): (() => void) | null;
}

export function createConnectionLimits(limits: { total: number; perNetwork: number }): ConnectionLimits {
  const byNetwork = new Map<string, number>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    countOf: (address) => byNetwork.get(networkOf(address)) ?? 0,
    enter(address) {
      const network = networkOf(address);
      const ofNetwork = byNetwork.get(network) ?? 0;
      if (count >= limits.total || ofNetwork >= limits.perNetwork) return null;
      count += 1;
      byNetwork.set(network, ofNetwork + 1);
      return () => {
        count -= 1;
        const left = (byNetwork.get(network) ?? 0) - 1;
        if (left > 0) byNetwork.set(network, left);
        else byNetwork.delete(network);
      };
    },
  };
}
