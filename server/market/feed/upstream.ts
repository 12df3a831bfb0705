import type { MarketSource } from '#contract/market.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import type { MarketMetrics } from '../metrics.ts';
import { type MarketProvider, maxRetryAfterMs, UpstreamError } from '../provider.ts';
import type { CallBudget, CallClaim } from './call-budget.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

/** What a call asks for, as metrics name it. */
export type Endpoint = 'coins' | 'global' | 'trending' | 'coin' | 'history' | 'candles' | 'search';

export interface UpstreamCall<T> {
  readonly endpoint: Endpoint;
  readonly claim: CallClaim;
  readonly run: (provider: MarketProvider, signal: AbortSignal) => Promise<T>;
}

/** The one way to a provider: every call passes its budget, its pauses and its breaker, and ends in time. */
export interface Upstream {
  readonly source: MarketSource;
  /** Rejects with an `UpstreamError`; one that was never sent says when it is worth asking again. */
  ask<T>(call: UpstreamCall<T>): Promise<T>;
}

/** One call, its body included. */
const callTimeoutMs = 10_000;

export interface UpstreamDeps {
  readonly provider: MarketProvider;
  readonly budget: CallBudget;
  readonly clock: Clock;
  readonly metrics: MarketMetrics;
  /** Ends the calls under way when the process stops. */
  readonly stopping: AbortSignal;
}

export function createUpstream({ provider, budget, clock, metrics, stopping }: UpstreamDeps): Upstream {
  const breaker: CircuitBreaker = createCircuitBreaker(clock);
  let pausedUntil = 0;

  function noteFailure(error: unknown): void {
    if (!(error instanceof UpstreamError)) return;
    if (error.retryAfterMs !== undefined) {
      pausedUntil = Math.max(pausedUntil, clock.now() + error.retryAfterMs);
    }
    // A refusal is an answer: the provider is there.
    if (error.failure === 'refused') breaker.succeed();
    else breaker.fail();
  }

  async function admit(claim: CallClaim): Promise<void> {
    const pause = waitUntil(pausedUntil, clock.now(), maxRetryAfterMs);
    if (pause > 0) throw new UpstreamError('rate_limited', 'The provider asked to wait', pause);
    // The refresh is its own probe and has its own back-off.
    const untilProbe = claim === 'coins' ? 0 : breaker.check();
    if (untilProbe > 0) throw new UpstreamError('unavailable', 'The provider does not answer', untilProbe);
    const wait = await budget.take(claim);
    if (wait > 0) throw new UpstreamError('over_budget', 'The call budget is used up', wait);
  }

  return {
    source: provider.source,
    async ask({ endpoint, claim, run }) {
      try {
        await admit(claim);
      } catch (error) {
        metrics.countCall(endpoint, 'not_sent');
        throw error;
      }
      try {
        const answer = await inTime((signal) => run(provider, signal), stopping);
        breaker.succeed();
        metrics.countCall(endpoint, 'ok');
        return answer;
      } catch (error) {
        noteFailure(error);
        metrics.countCall(endpoint, error instanceof UpstreamError ? error.failure : 'fault');
        throw error;
      }
    },
  };
}

/** A provider inside this process: no budget, no pauses. */
export function createLocalUpstream(provider: MarketProvider): Upstream {
  const never = new AbortController().signal;
  return { source: provider.source, ask: ({ run }) => run(provider, never) };
}

/** Ends the call after ten seconds even where the provider ignores its signal. */
async function inTime<T>(run: (signal: AbortSignal) => Promise<T>, stopping: AbortSignal): Promise<T> {
  const controller = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = () => {
    ended.reject(new UpstreamError('timeout', 'No whole answer in time'));
    controller.abort();
  };
  const timer = setTimeout(end, callTimeoutMs);
  stopping.addEventListener('abort', end, { once: true });
  try {
    if (stopping.aborted) end();
    return await Promise.race([run(controller.signal), ended.promise]);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', end);
    // Where the race was lost nobody waits for this any more.
    ended.promise.catch(() => undefined);
  }
}
