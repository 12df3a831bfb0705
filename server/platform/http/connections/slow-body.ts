import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { rawAnswer } from '../client-error.ts';

/** How slowly a file may arrive. */
export interface BodyPace {
  /** The least that must arrive on average, in each `windowMs`. */
  readonly minBytesPerSecond: number;
  readonly windowMs: Milliseconds;
  /** How long all of it may take, however fast it arrives. */
  readonly maxMs: Milliseconds;
}

/** How often bodies that take longer than others are checked. */
const checkMs: Milliseconds = 1000;

/** The last such body of each connection. */
const bodies = new WeakMap<Socket, SlowBody>();

/**
 * A file that is being received. It may take longer than other bodies, whose time the HTTP server limits, as long as it
 * keeps arriving.
 */
export class SlowBody {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #pace: BodyPace;
  readonly #clock: Clock;
  /** Null while it waits to be read. */
  #begunAt: Instant | null = null;
  #endedAt: Instant | null = null;
  #window = { at: 0, bytes: 0 };
  #timer: NodeJS.Timeout | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, pace: BodyPace, clock: Clock = systemClock) {
    this.#request = request;
    this.#reply = reply;
    this.#pace = pace;
    this.#clock = clock;
    bodies.set(this.#socket, this);
  }

  get #socket(): Socket {
    return this.#request.raw.socket;
  }

  get isArriving(): boolean {
    return !this.#request.raw.complete && !this.#socket.destroyed;
  }

  /** Its time counts from here: before, it was the server that let it wait. */
  begin(): void {
    this.#begunAt = this.#clock.now();
    this.#window = { at: this.#begunAt, bytes: this.#socket.bytesRead };
  }

  /** Checks the pace from now on. May be called again. */
  watch(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => this.#check(), Math.min(checkMs, this.#pace.windowMs / 4)).unref();
    this.#check();
  }

  /** Gives up for others that wait. False if it has arrived. */
  makeWay(): boolean {
    if (!this.isArriving || this.#begunAt === null) return false;
    this.#refuse('503 Service Unavailable', 'unavailable', texts.displaced);
    return true;
  }

  #check(): void {
    if (!this.isArriving) {
      clearInterval(this.#timer);
      return;
    }
    const now = this.#clock.now();
    if (this.#reply.raw.writableEnded) {
      // An answered request may still be sending, but not for long.
      this.#endedAt ??= now;
      if (now - this.#endedAt >= this.#pace.windowMs) this.#close();
      return;
    }
    const fault = this.#findFault(now);
    if (fault !== null) this.#refuse('408 Request Timeout', 'invalid_request', fault);
  }

  #findFault(now: Instant): string | null {
    const { windowMs, maxMs, minBytesPerSecond } = this.#pace;
    if (this.#begunAt === null) return null;
    if (now - this.#begunAt >= maxMs) return texts.long(maxMs);
    const passedMs = now - this.#window.at;
    if (passedMs < windowMs) return null;
    const { bytesRead } = this.#socket;
    const bytes = bytesRead - this.#window.bytes;
    this.#window = { at: now, bytes: bytesRead };
    return bytes * 1000 < minBytesPerSecond * passedMs ? texts.slow(minBytesPerSecond) : null;
  }

  #refuse(status: string, code: ErrorCode, message: string): void {
    const { raw } = this.#reply;
    const headers = Object.entries(this.#reply.getHeaders()).map(([name, value]) => [name, String(value)]);
    if (code === 'unavailable') headers.push(['retry-after', '5']);
    if (!raw.headersSent && this.#socket.writable)
      this.#socket.write(rawAnswer(status, Object.fromEntries(headers), { message, code }));
    this.#close();
  }

  #close(): void {
    clearInterval(this.#timer);
    this.#socket.destroy();
  }
}

/**
 * Called when the time of a request is over: lets a file that keeps arriving take longer. False if the connection has
 * none.
 */
export function extendTime(socket: Socket): boolean {
  const body = bodies.get(socket);
  if (!body?.isArriving) return false;
  body.watch();
  return true;
}

const texts = {
  slow: (bytes: number) =>
    `The file arrived too slowly, at less than ${bytes / 1000} kB a second. Nothing was stored. Please try again on a faster connection.`,
  long: (ms: Milliseconds) =>
    `The file took more than ${Math.round(ms / 60_000)} minutes to arrive. Nothing was stored. Please try again on a faster connection.`,
  displaced:
    'Others were waiting to send a file, and this one was arriving slowly. Nothing was stored. Please try again in a moment.',
};
