import type { Socket } from 'node:net';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '../../clock.ts';

/** The parts of a socket that show its reader's progress. */
export type WatchedSocket = Pick<
  Socket,
  'bytesWritten' | 'writableLength' | 'destroyed' | 'destroy' | 'once'
> & {
  /** Bytes that the system has not accepted from the handle yet; Node's own socket timeout reads it too. */
  readonly _handle?: { readonly writeQueueSize?: number } | null;
};

interface Reading {
  /** Bytes of completed writes. */
  written: number;
  /** Remaining bytes of the current write. */
  queued: number;
  since: number;
}

export interface ReaderWatch {
  add(socket: WatchedSocket): void;
  /** Destroys connections whose reader has not taken a byte of the waiting data for too long. */
  check(): void;
}

/** Watches that clients read their responses. Only bytes taken count as progress, not heartbeats or idle timers. */
export function createReaderWatch(options: {
  readonly clock: Clock;
  readonly maxStallMs: Milliseconds;
}): ReaderWatch {
  const { clock, maxStallMs } = options;
  const readings = new Map<WatchedSocket, Reading | undefined>();
  return {
    add(socket) {
      readings.set(socket, undefined);
      socket.once('close', () => readings.delete(socket));
    },
    check() {
      const now = clock.now();
      for (const [socket, last] of readings) {
        const reading = readProgress(socket, now);
        const isStalled =
          last && reading && reading.written === last.written && reading.queued === last.queued;
        if (!isStalled) readings.set(socket, reading);
        else if (now - last.since >= maxStallMs) socket.destroy();
      }
    },
  };
}

/** Undefined if nothing waits for the reader. */
function readProgress(socket: WatchedSocket, now: number): Reading | undefined {
  const queued = socket._handle?.writeQueueSize ?? 0;
  if (socket.destroyed || (socket.writableLength === 0 && queued === 0)) return undefined;
  return { written: socket.bytesWritten - socket.writableLength, queued, since: now };
}
