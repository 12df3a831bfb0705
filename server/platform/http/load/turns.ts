import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Milliseconds } from '#contract/units.ts';
import { AppError } from '../app-error.ts';
import { isOwnRead } from '../requester.ts';

interface TurnLimits {
  /** Requests of one subject that are worked on at the same time. */
  readonly atOnce: number;
  /** How many more may wait, and how long. */
  readonly maxWaiting: number;
  readonly maxWaitMs: Milliseconds;
}

interface Subject {
  open: number;
  readonly waiting: Set<() => void>;
}

const retryAfterSeconds = 5;
/** After its connection was closed a request is done by then. */
const abandonedMs: Milliseconds = 180_000;

/** Lets requests of one subject through a few at a time, in their order. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #subjects = new Map<string, Subject>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Resolves with what ends the turn: it may be called twice. False: too many wait, it took too long, or `signal` says so. */
  async enter(name: string, signal: AbortSignal): Promise<(() => void) | false> {
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

  /** True: one that left has given its place on. */
  async #wait({ waiting }: Subject, signal: AbortSignal): Promise<boolean> {
    const { maxWaiting, maxWaitMs } = this.#limits;
    if (waiting.size >= maxWaiting || signal.aborted) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const admit = () => resolve(true);
    const giveUp = () => resolve(false);
    waiting.add(admit);
    const timer = setTimeout(giveUp, maxWaitMs).unref();
    signal.addEventListener('abort', giveUp);
    try {
      return await promise;
    } finally {
      waiting.delete(admit);
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

interface TurnOptions {
  readonly limits: TurnLimits;
  /** Whose turn an admitted request takes; undefined: it needs none. */
  readonly subjectOf: (request: FastifyRequest) => string | undefined;
  /** `rate_limited`: the subject is one account; `unavailable`: it is everybody. */
  readonly refusal: 'rate_limited' | 'unavailable';
}

/**
 * Has requests take turns before their body is read, until they are answered: what one account asks for holds others up by no
 * more than a few requests, however many it sends.
 */
export function takeTurns(app: FastifyInstance, { limits, subjectOf, refusal }: TurnOptions): void {
  const turns = new Turns(limits);
  const open = new WeakMap<object, { readonly leave: () => void; readonly closed: AbortSignal }>();
  app.addHook('preParsing', async (request, reply) => {
    const subject = isOwnRead() ? undefined : subjectOf(request);
    if (subject === undefined) return;
    const closed = new AbortController();
    reply.raw.once('close', () => closed.abort());
    const leave = await turns.enter(subject, closed.signal);
    if (!leave) throw refused(refusal);
    open.set(request, { leave, closed: closed.signal });
    // What was begun goes on without a reader.
    closed.signal.addEventListener('abort', () => {
      if (open.has(request)) setTimeout(leave, abandonedMs).unref();
    });
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    const turn = open.get(request);
    open.delete(request);
    // A stream is made while it is read.
    if (turn && payload instanceof Readable && !turn.closed.aborted)
      turn.closed.addEventListener('abort', turn.leave);
    else turn?.leave();
  });
}

function refused(code: TurnOptions['refusal']): AppError {
  const message =
    code === 'rate_limited'
      ? 'Too many requests at the same time. Please try again in a moment.'
      : 'There is too much to do just now. Please try again in a moment.';
  return new AppError(code, message, { retryAfter: retryAfterSeconds });
}
