import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorBody } from '#contract/errors.ts';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '../../clock.ts';
import { type ConnectionLimits, createConnectionLimits } from '../../net/connection-limits.ts';
import { AppError } from '../app-error.ts';
import { rawAnswer } from '../client-error.ts';
import { isOwnRead } from '../requester.ts';
import { pickIdle } from './pick-idle.ts';

export interface ConnectionCaps {
  readonly total: number;
  /** See `networkOf`. */
  readonly perNetwork: number;
  /** Bytes of responses that may wait in memory for the slow readers of a network. */
  readonly slowBytes: number;
  /** How long a connection beyond the caps may take to send the request that gets refused. */
  readonly refusalMs: Milliseconds;
  /** How many such connections wait at a time; further ones are closed without a response. */
  readonly maxRefusals: number;
}

export const defaultCaps: ConnectionCaps = {
  total: 12_000,
  perNetwork: 1000,
  slowBytes: 64 * 1024 * 1024,
  refusalMs: 1000,
  maxRefusals: 1000,
};

const tooManyConnections: ErrorBody = {
  message: 'Too many connections are open. Please try again later.',
  code: 'unavailable',
};
const retryAfterSeconds = 10;

/** The part of all connections that is closed at once to make room: looking for them takes milliseconds. */
const roomPart = 1 / 20;
/** How long to wait before the next attempt to make room, after one that found too few idle connections. */
const noRoomMs: Milliseconds = 250;

/**
 * Counts a server's connections. When there are too many in total, idle ones of the largest networks are closed, so that
 * nobody can keep others out merely by holding connections. Those beyond the caps get a 503 for their first request, or
 * after `refusalMs` if they have sent none. Behind trusted proxies all connections come from the proxies, so they are
 * only counted in total.
 */
export class ConnectionGuard {
  readonly #caps: ConnectionCaps;
  readonly #perNetwork: number;
  readonly #isIdle: (socket: Socket) => boolean;
  readonly #clock: Clock;
  readonly #limits: ConnectionLimits;
  readonly #refusal: string;
  readonly #refused = new Set<Socket>();
  /** With the functions that stop counting them; the oldest first. */
  readonly #admitted = new Map<Socket, () => void>();
  #noRoomUntil = Number.NEGATIVE_INFINITY;

  constructor(options: {
    readonly caps: ConnectionCaps;
    readonly isBehindProxy: boolean;
    readonly headers: Readonly<Record<string, string>>;
    /** Whether a connection has no request in progress. */
    readonly isIdle: (socket: Socket) => boolean;
    readonly clock: Clock;
  }) {
    const { caps, isBehindProxy, headers, isIdle, clock } = options;
    const perNetwork = isBehindProxy ? Number.POSITIVE_INFINITY : caps.perNetwork;
    this.#caps = caps;
    this.#perNetwork = perNetwork;
    this.#isIdle = isIdle;
    this.#clock = clock;
    this.#limits = createConnectionLimits({ total: caps.total, perNetwork });
    this.#refusal = rawAnswer(
      '503 Service Unavailable',
      { ...headers, 'retry-after': String(retryAfterSeconds) },
      tooManyConnections,
    );
  }

  /** The number of open connections, excluding those being refused. */
  get count(): number {
    return this.#limits.count;
  }

  watch(server: Server): void {
    server.prependListener('connection', (socket) => this.#admit(socket));
  }

  /** Passes on only requests of admitted connections. */
  wrap(handle: RequestListener): RequestListener {
    return (request, response) => {
      if (this.#refused.has(request.socket)) this.#refuse(request.socket);
      else handle(request, response);
    };
  }

  #admit(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    if (this.#limits.count >= this.#caps.total && this.#limits.countOf(address) < this.#perNetwork)
      this.#makeRoom();
    const leave = this.#limits.enter(address);
    if (leave) {
      this.#admitted.set(socket, leave);
      socket.once('close', () => this.#leave(socket));
      return;
    }
    if (this.#refused.size >= this.#caps.maxRefusals) {
      socket.destroy();
      return;
    }
    this.#refused.add(socket);
    const timer = setTimeout(() => this.#refuse(socket), this.#caps.refusalMs).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      this.#refused.delete(socket);
    });
  }

  #leave(socket: Socket): void {
    this.#admitted.get(socket)?.();
    this.#admitted.delete(socket);
  }

  #makeRoom(): void {
    const now = this.#clock.now();
    if (Math.abs(this.#noRoomUntil - now) < noRoomMs) return;
    const count = Math.ceil(this.#caps.total * roomPart);
    const picked = pickIdle(this.#admitted.keys(), this.#isIdle, count);
    if (picked.length < count) this.#noRoomUntil = now + noRoomMs;
    for (const socket of picked) {
      // Its `close` event comes later than the connection that needs the room.
      this.#leave(socket);
      socket.destroy();
    }
  }

  #refuse(socket: Socket): void {
    if (socket.writable) socket.end(this.#refusal, () => socket.destroy());
  }
}

/**
 * Limits the open requests of a network: behind trusted proxies its connections can't be counted, and elsewhere each of
 * them can have several. An answer that is still to be read, or waits behind another one, counts too.
 */
export function capOpenRequests(app: FastifyInstance, { perNetwork }: ConnectionCaps): void {
  const limits = createConnectionLimits({ total: Number.POSITIVE_INFINITY, perNetwork });
  app.addHook('onRequest', (request, reply, done) => {
    // If the client has left already, there will be no `close` event.
    if (isOwnRead() || reply.raw.destroyed) return done();
    const leave = limits.enter(request.ip);
    if (leave) reply.raw.once('close', leave);
    const { code, message } = tooManyConnections;
    done(leave ? undefined : new AppError(code, message, { retryAfter: retryAfterSeconds }));
  });
}
