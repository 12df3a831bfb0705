import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Milliseconds } from '#contract/units.ts';
import { type Clock, systemClock } from '../clock.ts';
import { maxStreamsOf, systemCaps } from '../http/connections/open-files.ts';
import { createConnectionLimits } from '../net/connection-limits.ts';
import { beginStream } from './begin-stream.ts';
import { createEventLog, type EventPlace, type LoggedEvent } from './event-log.ts';
import { type ClientHost, type ClientProgress, ServedClient, type StreamClient } from './stream-client.ts';
import { formatPosition, type StreamPosition } from './stream-position.ts';

/** An event for all clients, with data sent as JSON. Each object is encoded once. */
export interface StreamEvent {
  readonly name: string;
  readonly data: unknown;
}

export interface EventStreamOptions {
  /** Default: 10,000, or fewer if the system allows fewer open files. */
  maxClients?: number;
  /** See `networkOf`. */
  maxClientsPerNetwork?: number;
  /** A client with more unread bytes than this at the next event is dropped. */
  maxBehindBytes?: number;
  heartbeatMs?: number;
  clock?: Clock;
  /** Whether several processes send the same events. */
  isShared?: boolean;
}

/** Events sent first to a new client. */
export interface Welcome {
  /** For every client. */
  now: () => readonly StreamEvent[];
  /** For a client whose missed events are no longer held: the full current state. */
  all: () => readonly StreamEvent[];
}

/** How a client starts. */
export interface StreamStart {
  readonly position: StreamPosition;
  /** Absent if the client does not want the common events. */
  readonly welcome?: Welcome | undefined;
  /** The client's position in the personal events; absent for guests. */
  readonly personal?: string | undefined;
}

/** Server-sent events, encoded once and written to every client. */
export interface EventStream {
  /**
   * Turns a request into a client until it leaves, and starts sending what it missed. Returns null, with nothing sent,
   * if there are too many clients. Clients with a `personal` position start held.
   */
  open(request: FastifyRequest, reply: FastifyReply, start: StreamStart): StreamClient | null;
  publish(event: StreamEvent): void;
  /** Sends an event that other processes send too. False if it, or a later one, was already sent. */
  publishShared(event: StreamEvent, place: EventPlace): boolean;
  /** Sends a state event, which has no position among those that all processes send. */
  publishState(event: StreamEvent): void;
  /** The id of the newest event. */
  position(): number;
  readonly clientCount: number;
  /** Clients dropped because they did not read. */
  readonly droppedCount: number;
  /**
   * Ends every client's stream, and the heartbeat. Asks clients to reconnect soon, because another server may be
   * available.
   */
  close(): void;
}

/** Milliseconds between heartbeats, which also check sessions. */
export const heartbeatMs = 15_000;
/** How far another process may be ahead, since a client may come from there. */
const maxAheadMs: Milliseconds = 5 * 60_000;
const replayBounds = { maxAgeMs: 5 * 60_000, maxBytes: 16 * 1024 * 1024 };
const heartbeat = Buffer.from(':\n\n');
/**
 * Milliseconds, chosen at random within the range, so that clients don't all reconnect to a restarted server together.
 */
const reconnectMs = { min: 2_000, max: 6_000 };
/** The same for clients of a server being taken out of service. */
const moveMs = { min: 200, max: 2_500 };

function retryFrame({ min, max }: { min: Milliseconds; max: Milliseconds }): Buffer {
  return Buffer.from(`retry: ${Math.round(min + Math.random() * (max - min))}\n\n`);
}

/** Encodes the event as sent, without an id. */
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
 * A stream for as many clients as the options allow. Keeps 5 minutes or 16 MiB of events for returning clients.
 * `personalPosition` returns that of the newest personal event sent.
 */
export function createEventStream(
  options: EventStreamOptions = {},
  personalPosition: () => string = () => '0',
): EventStream {
  const { maxClientsPerNetwork = 250, maxBehindBytes = 64 * 1024 } = options;
  const maxClients = options.maxClients ?? maxStreamsOf(systemCaps());
  const log = createEventLog({
    ...replayBounds,
    clock: options.clock ?? systemClock,
    first: options.isShared ? 0 : undefined,
  });
  const limits = createConnectionLimits({ total: maxClients, perNetwork: maxClientsPerNetwork });
  const encode = encodeOnce();
  const clients = new Set<ServedClient>();
  /** Clients without a user that are up to date with the common events. */
  const guests = new Set<ServedClient>();
  /** The same for clients with a user. */
  const members = new Set<ServedClient>();
  /** Clients that have received events from another process that have not arrived here yet. */
  const ahead = new Set<ServedClient>();
  let isClosed = false;
  let droppedCount = 0;

  function forget(client: ServedClient): void {
    clients.delete(client);
    guests.delete(client);
    members.delete(client);
    ahead.delete(client);
  }

  const host: ClientHost = {
    log,
    maxBehindBytes,
    join: (client) => void (client.isMember ? members : guests).add(client),
    leave: (client) => {
      for (const set of [members, guests, ahead]) set.delete(client);
    },
    wait: (client) => void ahead.add(client),
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
    const frames = [
      retryFrame(reconnectMs),
      ...(welcome?.now() ?? []).map(encode),
      ...(isLost ? (welcome?.all() ?? []).map(encode) : []),
    ];
    client.notify(Buffer.concat(frames), personal);
  }

  const currentProgress = (): ClientProgress => ({ index: log.end(), id: log.position() });

  /** Where a client continues; null if it missed events that are no longer held. */
  function findStart(id: number): ClientProgress | null {
    const isAhead = options.isShared && id > log.position() && id - log.position() < maxAheadMs;
    const index = isAhead ? log.end() : log.find(id);
    return index === null ? null : { index, id };
  }

  function write({ id, bytes }: LoggedEvent): void {
    const frameFor = (position: StreamPosition) =>
      Buffer.concat([Buffer.from(`id: ${formatPosition(position)}\n`), bytes]);
    if (guests.size > 0) writeTo(guests, frameFor({ common: id }));
    if (members.size > 0) writeToMembers(id, frameFor);
    const waiting = [...ahead];
    ahead.clear();
    for (const client of waiting) client.release();
  }

  function writeToMembers(common: number, frameFor: (position: StreamPosition) => Buffer): void {
    const personal = personalPosition();
    const frame = frameFor({ common, personal });
    for (const client of members) {
      // It comes from a process ahead of this one: events it received there must not be sent again.
      const own = client.personalAhead(personal);
      client.write(own === undefined ? frame : frameFor({ common, personal: own }));
    }
  }

  return {
    open(request, reply, start) {
      const leave = isClosed ? null : limits.enter(request.ip);
      if (!leave) return null;
      const socket = beginStream(reply);
      if (!socket) {
        leave();
        return null;
      }
      const { common } = start.position;
      const from = common === undefined ? undefined : findStart(common);
      const client = new ServedClient(socket, host, start.welcome && (from ?? currentProgress()));
      clients.add(client);
      client.onEnd(() => {
        leave();
        forget(client);
      });
      greet(client, from === null, start);
      if (start.personal === undefined) client.release();
      return client;
    },
    publish: (event) => write(log.append(encode(event))),
    publishState: (event) => write(log.appendState(encode(event))),
    publishShared(event, place) {
      if (place.id <= log.position()) return false;
      write(log.appendShared(encode(event), place));
      return true;
    },
    position: log.position,
    get clientCount() {
      return clients.size;
    },
    get droppedCount() {
      return droppedCount;
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const client of clients) client.end(retryFrame(moveMs));
    },
  };
}

function writeTo(clients: Iterable<ServedClient>, bytes: Buffer): void {
  for (const client of clients) client.write(bytes);
}
