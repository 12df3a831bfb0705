import type { Socket } from 'node:net';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '../../clock.ts';

/** The parts of a socket that tell how far its reader is. */
export type WatchedSocket = Pick<
  Socket,
  'bytesWritten' | 'writableLength' | 'destroyed' | 'destroy' | 'once'
> & {
  /** Of the handle's bytes, those that the system has not taken yet; Node's own socket timeout reads it too. */
  readonly _handle?: { readonly writeQueueSize?: number } | null;
};

interface Reading {
  /** Bytes of the writes that are complete. */
  written: number;
  /** What is left of the write under way. */
  queued: number;
  since: number;
}

export interface ReaderWatch {
  add(socket: WatchedSocket): void;
  /** Destroys the connections whose reader has not taken a byte of what waits for it for too long. */
  check(): void;
}

/** Watches that clients read their responses. Heartbeats and idle timers don't count as progress, only bytes taken. */
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

/** Undefined: nothing waits for the reader. */
function readProgress(socket: WatchedSocket, now: number): Reading | undefined {
  const queued = socket._handle?.writeQueueSize ?? 0;
  if (socket.destroyed || (socket.writableLength === 0 && queued === 0)) return undefined;
  return { written: socket.bytesWritten - socket.writableLength, queued, since: now };
}
