import { networkOf } from '../net/network-of.ts';

/** Counts connections that stay, in all and by network. */
export interface ClientCaps {
  readonly count: number;
  /** Counts one in; gives the way to count it out, or null, with nothing counted, where there are too many already. */
  enter(address: string): (() => void) | null;
}

export function createClientCaps(caps: { inAll: number; perNetwork: number }): ClientCaps {
  const byNetwork = new Map<string, number>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    enter(address) {
      const network = networkOf(address);
      const ofNetwork = byNetwork.get(network) ?? 0;
      if (count >= caps.inAll || ofNetwork >= caps.perNetwork) return null;
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
