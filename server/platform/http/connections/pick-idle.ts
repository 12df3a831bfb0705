import type { Socket } from 'node:net';
import { networkOf } from '../../net/network-of.ts';

/**
 * Picks up to `count` connections that can be closed to make room for others: those without a request, from the networks
 * (/24, /56) with the most connections, the oldest first. `open`: all connections, the oldest first.
 */
export function pickIdle(
  open: Iterable<Socket>,
  isIdle: (socket: Socket) => boolean,
  count: number,
): readonly Socket[] {
  const sizes = new Map<string, number>();
  const idle: { socket: Socket; network: string }[] = [];
  for (const socket of open) {
    const network = networkOf(socket.remoteAddress ?? '');
    sizes.set(network, (sizes.get(network) ?? 0) + 1);
    if (isIdle(socket)) idle.push({ socket, network });
  }
  // `left`: how many connections the network still has once its older idle ones are closed. Closing those with the
  // highest number first cuts the largest networks down to the same size.
  return idle
    .map(({ socket, network }) => {
      const left = sizes.get(network) ?? 0;
      sizes.set(network, left - 1);
      return { socket, left };
    })
    .sort((one, other) => other.left - one.left)
    .slice(0, count)
    .map(({ socket }) => socket);
}
