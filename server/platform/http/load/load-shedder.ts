import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Milliseconds } from '#contract/units.ts';
import { AppError } from '../app-error.ts';
import { isOwnRead } from '../requester.ts';

/** What goes when there is too much to do: ordinary requests first, what costs next to nothing last, health never. */
export type Priority = 'ordinary' | 'last' | 'never';

export interface LoadLimits {
  /** How often the load is measured. */
  readonly tickMs: Milliseconds;
  /** How late the event loop may run before ordinary requests are shed. */
  readonly maxDelayMs: Milliseconds;
  /** The same where the event loop never rests: work that is done in many small steps waits without making it late. */
  readonly maxBacklog: number;
  /** How late it may run before those are shed that go last. */
  readonly maxLastDelayMs: Milliseconds;
  /** Ticks in a row that it has to be late: a burst passes by itself. */
  readonly minLateTicks: number;
  /** Fewer requests than this in a tick are not the cause: another process, or garbage. */
  readonly minRequests: number;
  /** Open requests beyond which ordinary ones are refused at once. */
  readonly maxOpen: number;
}

export const defaultLoadLimits: LoadLimits = {
  tickMs: 100,
  maxDelayMs: 250,
  maxBacklog: 128,
  maxLastDelayMs: 1500,
  minLateTicks: 8,
  minRequests: 10,
  maxOpen: 2000,
};

/** Per tick: how the share of requests that are shed grows and shrinks. */
const step = { up: 0.1, down: 0.02, downWithRoom: 0.1 };

/** Sheds a share of the requests, which grows while the server is late and shrinks while it is not. */
class Shedding {
  readonly #minLateTicks: number;
  #share = 0;
  #due = 0;
  #lateTicks = 0;

  constructor(minLateTicks: number) {
    this.#minLateTicks = minLateTicks;
  }

  /** `hasRoom`: the server rested meanwhile, so that more was shed than there was need to. */
  adapt(isLate: boolean, hasRoom: boolean): void {
    this.#lateTicks = isLate ? this.#lateTicks + 1 : 0;
    if (!isLate) this.#share = Math.max(0, this.#share - (hasRoom ? step.downWithRoom : step.down));
    else if (this.#share > 0 || this.#lateTicks >= this.#minLateTicks)
      this.#share = Math.min(1, this.#share + step.up);
  }

  /** Spread evenly, not at random. */
  isNextShed(): boolean {
    this.#due += this.#share;
    if (this.#due < 1) return false;
    this.#due -= 1;
    return true;
  }
}

const fullUtilization = 0.95;
const roomUtilization = 0.9;

/** Decides which requests to shed. */
export class LoadShedder {
  readonly #limits: LoadLimits;
  readonly #ordinary: Shedding;
  readonly #last: Shedding;
  #requests = 0;
  #open = 0;

  constructor(limits: LoadLimits) {
    this.#limits = limits;
    this.#ordinary = new Shedding(limits.minLateTicks);
    this.#last = new Shedding(limits.minLateTicks);
  }

  /** With the mean delay of the event loop since the last tick, and the share of the time that it worked. */
  tick(delayMs: Milliseconds, utilization: number): void {
    const { minRequests, maxDelayMs, maxBacklog, maxLastDelayMs } = this.#limits;
    const isBusy = this.#requests >= minRequests;
    const isBehind = utilization > fullUtilization && this.#open > maxBacklog;
    const hasRoom = utilization < roomUtilization;
    this.#ordinary.adapt(isBusy && (delayMs > maxDelayMs || isBehind), hasRoom);
    this.#last.adapt(isBusy && delayMs > maxLastDelayMs, hasRoom);
    this.#requests = 0;
  }

  /** Counts a request; false: it is to be shed. */
  admit(priority: Priority): boolean {
    if (priority === 'never') return true;
    this.#requests += 1;
    if (priority === 'last') return !this.#last.isNextShed();
    return this.#open < this.#limits.maxOpen && !this.#ordinary.isNextShed();
  }

  enter(): void {
    this.#open += 1;
  }

  leave(): void {
    this.#open -= 1;
  }
}

const retryAfterSeconds = 5;

/** Answers 503 to what is beyond the server's capacity, early: what it does answer, it still answers in good time. */
export function shedLoad(
  app: FastifyInstance,
  options: { priorityOf: (request: FastifyRequest) => Priority; limits?: LoadLimits | undefined },
): void {
  const { priorityOf, limits = defaultLoadLimits } = options;
  const shedder = new LoadShedder(limits);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let worked = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(worked);
    worked = performance.eventLoopUtilization();
    shedder.tick(Number.isNaN(delay.mean) ? 0 : delay.mean / 1e6 - 10, utilization);
    delay.reset();
  }, limits.tickMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    // Its page was admitted.
    const priority = isOwnRead() ? 'never' : priorityOf(request);
    done(shedder.admit(priority) ? undefined : overloaded());
  });
  // Once its body is there: a request that waits for its sender is no work, and says nothing about the load.
  app.addHook('preValidation', (request, reply, done) => {
    if (!isOwnRead() && priorityOf(request) === 'ordinary') {
      shedder.enter();
      reply.raw.once('close', () => shedder.leave());
    }
    done();
  });
}

function overloaded(): AppError {
  return new AppError('unavailable', 'There is too much to do just now. Please try again in a moment.', {
    retryAfter: retryAfterSeconds,
  });
}
