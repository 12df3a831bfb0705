import type { OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, systemClock } from './clock.ts';
import { createEventLog } from './event-log.ts';

/** An event for all: its name, and data that goes through JSON. */
export interface StreamEvent {
  readonly name: string;
  readonly data: unknown;
}

export interface EventStreamOptions {
  maxClients?: number;
  maxClientsPerAddress?: number;
  /** A client that has more bytes than this still to take when the next event comes is dropped. */
  maxBehindBytes?: number;
  heartbeatMs?: number;
  clock?: Clock;
}

/** What a new client is told before the events that follow. */
export interface Welcome {
  /** For everyone. */
  now: () => readonly StreamEvent[];
  /** Also for one who was away too long for the missed events to be known: all that matters at this moment. */
  all: () => readonly StreamEvent[];
}

/** Server-sent events, encoded once and written to every client. */
export interface EventStream {
  /**
   * Turns a request into a client until it leaves. `Last-Event-ID` brings the events missed.
   * False, with nothing sent, where there are too many clients already.
   */
  open(request: FastifyRequest, reply: FastifyReply, welcome: Welcome): boolean;
  publish(event: StreamEvent): void;
  readonly clientCount: number;
  /** Ends every client's stream, and the heartbeat. */
  close(): void;
}

const reconnectMs = 3_000;
const replayBounds = { maxAgeMs: 5 * 60_000, maxBytes: 4 * 1024 * 1024 };
const heartbeat = Buffer.from(':\n\n');

function frame(event: StreamEvent, id?: number): string {
  const text = `event: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`;
  return id === undefined ? text : `id: ${id}\n${text}`;
}

/**
 * Sends the head and gives the socket to write to. The body has no length and no chunks: it ends with the connection,
 * so that one buffer is the same bytes for every client.
 */
function beginStream(reply: FastifyReply): Socket | null {
  const { raw } = reply;
  const { socket } = raw;
  if (!socket) return null;
  reply.hijack();
  raw.useChunkedEncodingByDefault = false;
  raw.shouldKeepAlive = false;
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  return socket;
}

/** A stream for as many clients as the options allow; what it keeps for those who come back is 5 minutes or 4 MiB. */
export function createEventStream(options: EventStreamOptions = {}): EventStream {
  const { maxClients = 10_000, maxClientsPerAddress = 20, maxBehindBytes = 64 * 1024 } = options;
  const log = createEventLog({ ...replayBounds, clock: options.clock ?? systemClock });
  const sockets = new Set<Socket>();
  const clientsOf = new Map<string, number>();
  let isClosed = false;

  function writeToAll(bytes: Buffer): void {
    for (const socket of sockets) {
      if (socket.writableLength > maxBehindBytes) socket.destroy();
      else socket.write(bytes);
    }
  }

  const timer = setInterval(() => writeToAll(heartbeat), options.heartbeatMs ?? 15_000);
  timer.unref();

  function welcomeBytes(lastEventId: string | undefined, welcome: Welcome): Buffer {
    const encode = (events: readonly StreamEvent[]) =>
      Buffer.from(events.map((event) => frame(event)).join(''));
    const missed = lastEventId === undefined ? [] : log.listAfter(Number(lastEventId));
    // The position comes last, so that one who leaves halfway through the missed events asks for them again.
    return Buffer.concat([
      Buffer.from(`retry: ${reconnectMs}\n\n`),
      encode(welcome.now()),
      ...(missed ?? [encode(welcome.all())]),
      Buffer.from(`id: ${log.position()}\n\n`),
    ]);
  }

  function countAddress(address: string, change: 1 | -1): void {
    const count = (clientsOf.get(address) ?? 0) + change;
    if (count > 0) clientsOf.set(address, count);
    else clientsOf.delete(address);
  }

  return {
    open(request, reply, welcome) {
      const address = request.ip;
      if (isClosed || sockets.size >= maxClients) return false;
      if ((clientsOf.get(address) ?? 0) >= maxClientsPerAddress) return false;
      const lastEventId = request.headers['last-event-id'];
      const socket = beginStream(reply);
      if (!socket) return false;
      sockets.add(socket);
      countAddress(address, 1);
      socket.once('close', () => {
        sockets.delete(socket);
        countAddress(address, -1);
      });
      socket.write(welcomeBytes(lastEventId?.toString(), welcome));
      return true;
    },
    publish(event) {
      writeToAll(log.append((id) => Buffer.from(frame(event, id))));
    },
    get clientCount() {
      return sockets.size;
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      // One that does not read would never see the end, and must not hold the server up.
      for (const socket of sockets) socket.writableLength > 0 ? socket.destroy() : socket.destroySoon();
    },
  };
}
