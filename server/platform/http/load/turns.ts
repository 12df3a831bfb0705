import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Milliseconds } from '#contract/units.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { AppError } from '../app-error.ts';
import { isOwnRead } from '../requester.ts';

interface TurnLimits {
  /** Requests of one subject that are processed at a time. */
  readonly atOnce: number;
  /** How many more may wait, and for how long. */
  readonly maxWaiting: number;
  readonly maxWaitMs: Milliseconds;
}

interface Subject {
  open: number;
  readonly waiting: Set<() => void>;
}

const retryAfterSeconds = 5;
/** A request is surely done this long after its connection was closed. */
const abandonedMs: Milliseconds = 180_000;

/** Admits requests of each subject a few at a time, in order. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #subjects = new Map<string, Subject>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Resolves with the function that ends the turn, which may be called twice. False if too many wait, it took too long,
   * or `signal` aborted.
   */
  async enter(name: string, signal: AbortSignal): Promise<(() => void) | false> {
    if (signal.aborted) return false;
    const subject = this.#subjects.get(name) ?? { open: 0, waiting: new Set() };
    this.#subjects.set(name, subject);
    if (subject.open < this.#limits.atOnce) subject.open += 1;
    else if (!(await this.#wait(subject, signal))) return false;
    let isOver = false;
    return () => {
      if (!isOver) this.#leave(name, subject);
      isOver = true;
    };
  }

  /** True if a leaving request passed on its slot. */
  async #wait({ waiting }: Subject, signal: AbortSignal): Promise<boolean> {
    const { maxWaiting, maxWaitMs } = this.#limits;
    if (waiting.size >= maxWaiting) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const admit = () => resolve(true);
    const giveUp = () => {
      // Stops waiting immediately, because a slot passed on before this request continues would be lost.
      waiting.delete(admit);
      resolve(false);
    };
    waiting.add(admit);
    const timer = setTimeout(giveUp, maxWaitMs).unref();
    signal.addEventListener('abort', giveUp);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  }

  #leave(name: string, subject: Subject): void {
    const [next] = subject.waiting;
    if (next) {
      subject.waiting.delete(next);
      next();
      return;
    }
    subject.open -= 1;
    if (subject.open === 0) this.#subjects.delete(name);
  }
}

/** The subject of an admitted request; undefined if it needs no turn. */
type SubjectOf = (request: FastifyRequest) => string | undefined;

interface TurnOptions {
  readonly limits: TurnLimits;
  readonly subjectOf: SubjectOf;
}

/**
 * Makes requests of each subject take turns from before their body is read until they are answered, so that one account
 * delays others by at most a few requests, however many it sends.
 */
export function takeTurns(app: FastifyInstance, { limits, subjectOf }: TurnOptions): void {
  const turns = new Turns(limits);
  const slots: Slots = {
    async enter(name, signal) {
      const leave = await turns.enter(name, signal);
      if (!leave) throw busyError('rate_limited');
      return leave;
    },
  };
  holdSlots(app, subjectOf, slots, undefined, isLong);
}

/** A network may have a thousand answers to read, so that shorter ones take 64 MiB at most. */
const minLongAnswer = 64 * 1024;

/**
 * Whether an answer takes much memory until it has been read. Its turn lasts as long: otherwise an account could have
 * answers made, and not read, until they fill the memory.
 */
function isLong(payload: unknown): boolean {
  return (typeof payload === 'string' || payload instanceof Uint8Array) && payload.length >= minLongAnswer;
}

/** One signal for all slots of a request: with a listener for each, Node would warn of a leak. */
const closings = new WeakMap<object, AbortSignal>();

/** Aborts when the response's connection is closed. */
function closingOf({ raw }: FastifyReply): AbortSignal {
  const known = closings.get(raw);
  if (known) return known;
  const closed = new AbortController();
  // If the client has left already, there will be no `close` event and no body.
  if (raw.destroyed) closed.abort();
  else raw.once('close', () => closed.abort());
  closings.set(raw, closed.signal);
  return closed.signal;
}

interface Slots {
  /** Resolves with the function that frees the slot, which may be called twice. Rejects if there is none. */
  enter(name: string, signal: AbortSignal, makeWay?: () => boolean): Promise<() => void>;
}

interface StreamLimits {
  /** A streamed answer that is read for longer is cut off. */
  readonly maxMs: Milliseconds;
  /** One that is read more slowly, on average, is cut off if others wait for its slot and it has had it for long. */
  readonly minBytesPerSecond: number;
  readonly clock?: Clock | undefined;
}

/**
 * Makes requests hold a slot from before their body is read until they are answered; until the answer has been read if it
 * is a stream, or `isHeld` says so.
 */
export function holdSlots(
  app: FastifyInstance,
  subjectOf: SubjectOf,
  slots: Slots,
  streams?: StreamLimits,
  isHeld: (payload: unknown) => boolean = () => false,
): void {
  const open = new WeakMap<object, Turn>();

  async function enter(request: FastifyRequest, reply: FastifyReply, subject: string): Promise<void> {
    const closed = closingOf(reply);
    const stream: Turn['stream'] = { makeWay: () => false };
    const leave = await slots.enter(subject, closed, () => stream.makeWay());
    // Admitted as its client left, when another request of the same connection freed the slot.
    if (closed.aborted) {
      leave();
      throw busyError('unavailable');
    }
    open.set(request, { leave, closed, stream });
    // Started work continues without a reader.
    closed.addEventListener('abort', () => {
      if (open.has(request)) setTimeout(leave, abandonedMs).unref();
    });
  }

  // No promises for requests that need no turn, because most need none.
  app.addHook('preParsing', (request, reply, payload, done) => {
    const subject = isOwnRead() ? undefined : subjectOf(request);
    if (subject === undefined) return done(null, payload);
    enter(request, reply, subject).then(() => done(null, payload), done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const turn = open.get(request);
    if (turn) {
      open.delete(request);
      // A stream's body is produced while it is read.
      const isStream = payload instanceof Readable;
      if ((isStream || isHeld(payload)) && !turn.closed.aborted) {
        turn.closed.addEventListener('abort', turn.leave);
        if (isStream && streams) limitStream(reply, turn, streams);
      } else turn.leave();
    }
    done(null, payload);
  });
}

interface Turn {
  readonly leave: () => void;
  readonly closed: AbortSignal;
  readonly stream: { makeWay: () => boolean };
}

function limitStream(
  { raw }: FastifyReply,
  { closed, stream }: Turn,
  { maxMs, minBytesPerSecond, clock = systemClock }: StreamLimits,
): void {
  const timer = setTimeout(() => raw.destroy(), maxMs).unref();
  closed.addEventListener('abort', () => clearTimeout(timer));
  const begun = { at: clock.now(), bytes: raw.socket?.bytesWritten ?? 0 };
  stream.makeWay = () => {
    const bytes = (raw.socket?.bytesWritten ?? 0) - begun.bytes;
    if (bytes * 1000 >= minBytesPerSecond * (clock.now() - begun.at)) return false;
    raw.destroy();
    return true;
  };
}

/** `rate_limited` if the subject's own requests are in the way, `unavailable` if it is those of others. */
export function busyError(code: 'rate_limited' | 'unavailable', retryAfter = retryAfterSeconds): AppError {
  const message =
    code === 'rate_limited'
      ? 'Too many requests at the same time. Please try again in a moment.'
      : 'The server is busy. Please try again in a moment.';
  return new AppError(code, message, { retryAfter });
}
