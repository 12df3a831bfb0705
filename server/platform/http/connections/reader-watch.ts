import type { Socket } from 'node:net';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { networkOf } from '../../net/network-of.ts';

/** The parts of a socket that show its reader's progress. */
export type WatchedSocket = Pick<
  Socket,
  'bytesWritten' | 'writableLength' | 'destroyed' | 'destroy' | 'once' | 'remoteAddress'
> & {
  /** Bytes that the system has not accepted from the handle yet; Node's own socket timeout reads it too. */
  readonly _handle?: { readonly writeQueueSize?: number } | null;
};

/** A response; several may wait on one connection. */
export interface WatchedResponse {
  readonly writableLength: number;
  once(event: 'close', listener: () => void): unknown;
}

interface Reading {
  /** Bytes of completed writes. */
  readonly written: number;
  /** Remaining bytes of the current write. */
  readonly queued: number;
  readonly since: number;
}

interface Watched {
  reading: Reading | undefined;
  readonly responses: Set<WatchedResponse>;
  /** When data began to wait for the reader; undefined if none does. */
  waitingSince: number | undefined;
}

export interface ReaderLimits {
  /** How long a client may read nothing while data waits for it. */
  readonly maxStallMs: Milliseconds;
  /** Bytes that may wait for a network's slow readers (/24, /56). */
  readonly maxSlowBytes: number;
}

export interface ReaderWatch {
  add(socket: WatchedSocket): void;
  addResponse(socket: WatchedSocket, response: WatchedResponse): void;
  /** Whether a connection has no response to read, and none is being made. */
  isIdle(socket: WatchedSocket): boolean;
  /**
   * Destroys connections whose reader has not taken a byte of the waiting data for too long, and the longest waiting ones
   * of a network whose slow readers keep too much in memory.
   */
  check(): void;
}

/** A reader is slow if data has been waiting for it this long. */
const slowMs: Milliseconds = 30_000;

/** Watches that clients read their responses. Only bytes taken count as progress, not heartbeats or idle timers. */
export function createReaderWatch(options: ReaderLimits & { readonly clock: Clock }): ReaderWatch {
  const { clock, maxStallMs, maxSlowBytes } = options;
  const sockets = new Map<WatchedSocket, Watched>();

  function checkStall(socket: WatchedSocket, watched: Watched, now: number): void {
    const reading = readProgress(socket, now);
    const last = watched.reading;
    const isStalled = last && reading && reading.written === last.written && reading.queued === last.queued;
    if (!isStalled) watched.reading = reading;
    else if (now - last.since >= maxStallMs) socket.destroy();
  }

  return {
    add(socket) {
      sockets.set(socket, { reading: undefined, responses: new Set(), waitingSince: undefined });
      socket.once('close', () => sockets.delete(socket));
    },
    addResponse(socket, response) {
      const responses = sockets.get(socket)?.responses;
      responses?.add(response);
      response.once('close', () => responses?.delete(response));
    },
    isIdle: (socket) => (sockets.get(socket)?.responses.size ?? 0) === 0,
    check() {
      const now = clock.now();
      const slow: { socket: WatchedSocket; bytes: number; since: number }[] = [];
      for (const [socket, watched] of sockets) {
        checkStall(socket, watched, now);
        const bytes = countWaiting(socket, watched);
        watched.waitingSince = bytes === 0 ? undefined : (watched.waitingSince ?? now);
        const since = watched.waitingSince ?? now;
        if (now - since >= slowMs) slow.push({ socket, bytes, since });
      }
      // The latest first, so that those that have been waiting longest are beyond the limit.
      slow.sort((a, b) => b.since - a.since);
      const byNetwork = new Map<string, number>();
      for (const { socket, bytes } of slow) {
        const network = networkOf(socket.remoteAddress ?? '');
        const sum = (byNetwork.get(network) ?? 0) + bytes;
        byNetwork.set(network, sum);
        if (sum > maxSlowBytes) socket.destroy();
      }
    },
  };
}

/** Bytes in memory that wait for the reader, also of responses behind the one being sent. */
function countWaiting(socket: WatchedSocket, { responses }: Watched): number {
  if (socket.destroyed) return 0;
  let ofResponses = 0;
  for (const { writableLength } of responses) ofResponses += writableLength;
  return Math.max(socket.writableLength, ofResponses);
}

/** Undefined if nothing waits for the reader. */
function readProgress(socket: WatchedSocket, now: number): Reading | undefined {
  const queued = socket._handle?.writeQueueSize ?? 0;
  if (socket.destroyed || (socket.writableLength === 0 && queued === 0)) return undefined;
  return { written: socket.bytesWritten - socket.writableLength, queued, since: now };
}
