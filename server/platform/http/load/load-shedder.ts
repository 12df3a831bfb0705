import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Milliseconds } from '#contract/units.ts';
import { networkOf } from '../../net/network-of.ts';
import { AppError } from '../app-error.ts';
import { isOwnRead } from '../requester.ts';
import { NetworkLoads } from './network-loads.ts';

/**
 * The order in which requests are shed under load: ordinary requests first, those that cost next to nothing last,
 * health checks never.
 */
export type Priority = 'ordinary' | 'last' | 'never';

export interface LoadLimits {
  /** How often the load is measured. */
  readonly tickMs: Milliseconds;
  /** How late the event loop may run before ordinary requests are shed. */
  readonly maxDelayMs: Milliseconds;
  /**
   * How many requests may be open while the event loop is never idle before ordinary ones are shed: work done in many
   * small steps queues up without making it late.
   */
  readonly maxBacklog: number;
  /** How late it may run before `last` requests are shed too. */
  readonly maxLastDelayMs: Milliseconds;
  /** How long it has to be late before requests are shed: a burst passes without action. */
  readonly minLateMs: Milliseconds;
  /** With fewer requests than this per tick, the cause is another process or garbage collection, and none are shed. */
  readonly minRequests: number;
  /** With more open requests than this, ordinary ones are refused immediately. */
  readonly maxOpen: number;
}

export const defaultLoadLimits: LoadLimits = {
  tickMs: 100,
  maxDelayMs: 250,
  maxBacklog: 128,
  maxLastDelayMs: 1500,
  minLateMs: 400,
  minRequests: 10,
  maxOpen: 2000,
};

/** How the share of shed requests grows and shrinks per tick. */
const step = { up: 0.1, down: 0.03, downWithRoom: 0.1 };

/** Sheds a share of the requests, which grows while the server is late and shrinks while it is not. */
class Shedding {
  readonly #limits: LoadLimits;
  #share = 0;
  #due = 0;
  #lateMs = 0;

  constructor(limits: LoadLimits) {
    this.#limits = limits;
  }

  /** `hasRoom`: the server was idle in the meantime, so more was shed than necessary. */
  adapt(isLate: boolean, hasRoom: boolean, elapsedMs: Milliseconds): void {
    const { tickMs, minLateMs } = this.#limits;
    const ticks = Math.min(maxTicksAtOnce, elapsedMs / tickMs);
    this.#lateMs = isLate ? this.#lateMs + elapsedMs : 0;
    if (!isLate) this.#share = Math.max(0, this.#share - ticks * (hasRoom ? step.downWithRoom : step.down));
    else if (this.#share > 0 || this.#lateMs >= minLateMs)
      this.#share = Math.min(1, this.#share + ticks * step.up);
  }

  /** Whether to shed the next request: those shed are spread evenly, not at random. */
  isNextShed(): boolean {
    this.#due += this.#share;
    if (this.#due < 1) return false;
    this.#due -= 1;
    return true;
  }
}

/** The maximum number of ticks that a single late one counts for. */
const maxTicksAtOnce = 3;

const fullUtilization = 0.95;
const roomUtilization = 0.9;

/** Decides which requests to shed. */
export class LoadShedder {
  readonly #limits: LoadLimits;
  readonly #ordinary: Shedding;
  readonly #last: Shedding;
  #requests = 0;
  #open = 0;
  readonly #networks = new NetworkLoads();

  constructor(limits: LoadLimits) {
    this.#limits = limits;
    this.#ordinary = new Shedding(limits);
    this.#last = new Shedding(limits);
  }

  /**
   * `delayMs`: the event loop's mean delay since the last tick. `utilization`: the share of that time in which it was busy,
   * 0 to 1. `elapsedMs`: that time.
   */
  tick(delayMs: Milliseconds, utilization: number, elapsedMs: Milliseconds): void {
    const { minRequests, maxDelayMs, maxBacklog, maxLastDelayMs } = this.#limits;
    const isBusy = this.#requests >= minRequests;
    const isBehind = utilization > fullUtilization && this.#open > maxBacklog;
    const hasRoom = utilization < roomUtilization;
    this.#ordinary.adapt(isBusy && (delayMs > maxDelayMs || isBehind), hasRoom, elapsedMs);
    this.#last.adapt(isBusy && delayMs > maxLastDelayMs, hasRoom, elapsedMs);
    this.#requests = 0;
    this.#networks.tick();
  }

  /** Counts a request of a network (/24, /56); false if it is to be shed. */
  admit(priority: Priority, network: string): boolean {
    if (priority === 'never') return true;
    this.#requests += 1;
    if (priority === 'last') return !this.#last.isNextShed();
    const isShed = this.#open >= this.#limits.maxOpen || this.#ordinary.isNextShed();
    const isAdmitted = !isShed || this.#networks.isCausedByOthers(network, this.#limits.maxBacklog);
    this.#networks.addSent(network);
    return isAdmitted;
  }

  enter(network: string): void {
    this.#open += 1;
    this.#networks.addOpen(network, 1);
  }

  leave(network: string): void {
    this.#open -= 1;
    this.#networks.addOpen(network, -1);
  }
}

const retryAfterSeconds = 5;
const delayResolutionMs = 10;

/** Answers requests beyond the server's capacity with 503 early, so that it still answers the others in good time. */
export function shedLoad(
  app: FastifyInstance,
  options: { priorityOf: (request: FastifyRequest) => Priority; limits?: LoadLimits | undefined },
): void {
  const { priorityOf, limits = defaultLoadLimits } = options;
  const shedder = new LoadShedder(limits);
  const delay = monitorEventLoopDelay({ resolution: delayResolutionMs });
  delay.enable();
  let worked = performance.eventLoopUtilization();
  let tickedAt = performance.now();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(worked);
    worked = performance.eventLoopUtilization();
    const elapsedMs = performance.now() - tickedAt;
    tickedAt += elapsedMs;
    // The histogram omits the first delay after its reset, so it is empty for turns longer than a tick.
    const meanMs = Number.isNaN(delay.mean) ? 0 : delay.mean / 1e6 - delayResolutionMs;
    shedder.tick(Math.max(meanMs, elapsedMs - limits.tickMs), utilization, elapsedMs);
    delay.reset();
  }, limits.tickMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
  /** The networks of open requests. */
  const open = new WeakMap<FastifyRequest, string>();
  const leave = (request: FastifyRequest) => {
    const network = open.get(request);
    if (network !== undefined && open.delete(request)) shedder.leave(network);
  };
  const enter = (request: FastifyRequest, reply: FastifyReply) => {
    // If the client has left already, there will be no `close` event.
    if (reply.raw.destroyed) return;
    const network = networkOf(request.ip);
    open.set(request, network);
    shedder.enter(network);
    reply.raw.once('close', () => leave(request));
  };
  app.addHook('onRequest', (request, reply, done) => {
    // The page that makes this call was already admitted.
    const priority = isOwnRead() ? 'never' : priorityOf(request);
    const isAdmitted = shedder.admit(priority, networkOf(request.ip));
    if (isAdmitted && priority === 'ordinary' && !hasBody(request)) enter(request, reply);
    done(isAdmitted ? undefined : overloaded());
  });
  // Counted once the body has arrived: a request waiting for its sender is not work, and says nothing about load.
  app.addHook('preValidation', (request, reply, done) => {
    if (hasBody(request) && !isOwnRead() && priorityOf(request) === 'ordinary') enter(request, reply);
    done();
  });
  // An answer that waits for its reader, or behind another one of its connection, is no work either.
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function overloaded(): AppError {
  return new AppError('unavailable', 'The server is busy. Please try again in a moment.', {
    retryAfter: retryAfterSeconds,
  });
}
