import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, systemClock } from '../clock.ts';
import { createClientCaps } from './client-caps.ts';
import { createEventLog } from './event-log.ts';
import { type ClientHost, ServedClient, type StreamClient } from './stream-client.ts';
import { beginStream } from './stream-head.ts';
import { formatPosition, type StreamPosition } from './stream-position.ts';

/** An event for all: its name, and data that goes through JSON. One object is encoded once, however many are told it. */
export interface StreamEvent {
  readonly name: string;
  readonly data: unknown;
}

export interface EventStreamOptions {
  maxClients?: number;
  /** A network is what one customer of a provider usually has: see `networkOf`. */
  maxClientsPerNetwork?: number;
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

/** How somebody begins. */
export interface StreamStart {
  readonly position: StreamPosition;
  /** Absent: the client does not want the events for all. */
  readonly welcome?: Welcome | undefined;
  /** The place in the personal events that the client stands at; absent: it is nobody's. */
  readonly personal?: string | undefined;
}

/** Server-sent events, encoded once and written to every client. */
export interface EventStream {
  /**
   * Turns a request into a client until it leaves, and begins to tell it what it missed. Null, with nothing sent, where
   * there are too many clients already. Clients with a `personal` place are given out held.
   */
  open(request: FastifyRequest, reply: FastifyReply, start: StreamStart): StreamClient | null;
  publish(event: StreamEvent): void;
  readonly clientCount: number;
  /** Clients that were dropped because they did not read. */
  readonly droppedCount: number;
  /** Ends every client's stream, and the heartbeat. */
  close(): void;
}

/** How often every stream shows that it is alive, and whether its session is: milliseconds. */
export const heartbeatMs = 15_000;
const replayBounds = { maxAgeMs: 5 * 60_000, maxBytes: 16 * 1024 * 1024 };
const heartbeat = Buffer.from(':\n\n');
/** Milliseconds: between the two, so that a server that starts again is not met by everyone at once. */
const reconnectMs = { least: 2_000, most: 6_000 };

/** The event as it goes over the wire, without an id. */
export function encodeEvent({ name, data }: StreamEvent): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

function encodeOnce(): (event: StreamEvent) => Buffer {
  const encoded = new WeakMap<StreamEvent, Buffer>();
  return (event) => {
    const bytes = encoded.get(event) ?? encodeEvent(event);
    encoded.set(event, bytes);
    return bytes;
  };
}

/**
 * A stream for as many clients as the options allow; what it keeps for those who come back is 5 minutes or 16 MiB.
 * `personalPosition` is the newest personal event that was told to whom it is for.
 */
export function createEventStream(
  options: EventStreamOptions = {},
  personalPosition: () => string = () => '0',
): EventStream {
  const { maxClients = 10_000, maxClientsPerNetwork = 250, maxBehindBytes = 64 * 1024 } = options;
  const log = createEventLog({ ...replayBounds, clock: options.clock ?? systemClock });
  const caps = createClientCaps({ inAll: maxClients, perNetwork: maxClientsPerNetwork });
  const encode = encodeOnce();
  const clients = new Set<ServedClient>();
  /** Up to date with the events for all. */
  const guests = new Set<ServedClient>();
  const members = new Set<ServedClient>();
  let isClosed = false;
  let droppedCount = 0;

  function forget(client: ServedClient): void {
    clients.delete(client);
    guests.delete(client);
    members.delete(client);
  }

  const host: ClientHost = {
    log,
    maxBehindBytes,
    join: (client) => void (client.isMember ? members : guests).add(client),
    leave: (client) => void (client.isMember ? members : guests).delete(client),
    drop: (client) => {
      droppedCount += 1;
      forget(client);
      client.socket.destroy();
    },
    forget,
  };

  const timer = setInterval(() => {
    for (const client of clients) client.beat(heartbeat);
  }, options.heartbeatMs ?? heartbeatMs);
  timer.unref();

  function greet(client: ServedClient, isLost: boolean, { welcome, personal }: StreamStart): void {
    const retry = reconnectMs.least + Math.random() * (reconnectMs.most - reconnectMs.least);
    const frames = [
      Buffer.from(`retry: ${Math.round(retry)}\n\n`),
      ...(welcome?.now() ?? []).map(encode),
      ...(isLost ? (welcome?.all() ?? []).map(encode) : []),
    ];
    client.notify(Buffer.concat(frames), personal);
  }

  return {
    open(request, reply, start) {
      const leave = isClosed ? null : caps.enter(request.ip);
      if (!leave) return null;
      const socket = beginStream(reply);
      if (!socket) {
        leave();
        return null;
      }
      const { common } = start.position;
      const isLost = common !== undefined && log.listAfter(common) === null;
      const told = common === undefined || isLost ? log.position() : common;
      const client = new ServedClient(socket, host, start.welcome && told);
      clients.add(client);
      client.onEnd(() => {
        leave();
        forget(client);
      });
      greet(client, isLost, start);
      if (start.personal === undefined) client.release();
      return client;
    },
    publish(event) {
      const bytes = encode(event);
      const common = log.append(bytes);
      const frameFor = (position: StreamPosition) =>
        Buffer.concat([Buffer.from(`id: ${formatPosition(position)}\n`), bytes]);
      if (guests.size > 0) writeTo(guests, frameFor({ common }));
      if (members.size > 0) writeTo(members, frameFor({ common, personal: personalPosition() }));
    },
    get clientCount() {
      return clients.size;
    },
    get droppedCount() {
      return droppedCount;
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const client of clients) client.end();
    },
  };
}

function writeTo(clients: Iterable<ServedClient>, bytes: Buffer): void {
  for (const client of clients) client.write(bytes);
}
