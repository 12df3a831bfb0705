import { TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel';
import type { MarketSource } from '#contract/market.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import type { CallClaim } from '../call-budget/budget-shares.ts';
import type { CallBudget } from '../call-budget/call-budget.ts';
import type { MarketMetrics } from '../metrics.ts';
import { type MarketProvider, maxRetryAfterMs, UpstreamError } from '../provider.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

/** The kind of call, as labelled in metrics. */
export type Endpoint =
  | 'coins'
  | 'global'
  | 'trending'
  | 'coin'
  | 'history'
  | 'candles'
  | 'search'
  | 'rates'
  | 'coin_list';

export interface UpstreamCall<T> {
  readonly endpoint: Endpoint;
  readonly claim: CallClaim;
  readonly run: (provider: MarketProvider, signal: AbortSignal) => Promise<T>;
}

/**
 * The only way to call a provider: every call passes the budget, pauses and the circuit breaker, and is time-limited.
 */
export interface Upstream {
  readonly source: MarketSource;
  /** Rejects with an `UpstreamError`, which for an unsent call says when to retry. */
  ask<T>(call: UpstreamCall<T>): Promise<T>;
}

/** The limit for one call, including its body. */
const callTimeoutMs = 10_000;

export interface UpstreamDeps {
  readonly provider: MarketProvider;
  readonly budget: CallBudget;
  readonly clock: Clock;
  readonly metrics: MarketMetrics;
  /** The network of the visitor that a call is made for; undefined for our own calls. */
  readonly requesterNetwork: () => string | undefined;
  /** Aborts pending calls when the process stops. */
  readonly stopping: AbortSignal;
}

export function createUpstream(deps: UpstreamDeps): Upstream {
  const { provider, budget, clock, metrics, requesterNetwork, stopping } = deps;
  const breaker: CircuitBreaker = createCircuitBreaker(clock);
  let pausedUntil = 0;

  async function noteFailure(error: unknown, claim: CallClaim): Promise<void> {
    if (!(error instanceof UpstreamError)) return;
    if (
      error.retryAfterMs !== undefined &&
      (error.failure === 'rate_limited' || isAboutProvider(claim, error))
    ) {
      pausedUntil = Math.max(pausedUntil, clock.now() + error.retryAfterMs);
      await budget.pause?.(error.retryAfterMs);
    }
    // A refusal is also an answer: the provider is up.
    if (error.failure === 'refused') breaker.succeed();
    else if (isAboutProvider(claim, error)) breaker.fail();
  }

  async function admit(claim: CallClaim): Promise<void> {
    const pause = waitUntil(pausedUntil, clock.now(), maxRetryAfterMs);
    if (pause > 0) throw new UpstreamError('rate_limited', 'The provider asked to wait', pause);
    // The refresh acts as a probe and has a separate back-off.
    const untilProbe = claim === 'coins' ? 0 : breaker.check();
    if (untilProbe > 0) throw new UpstreamError('unavailable', 'The provider does not answer', untilProbe);
    const wait = await budget.take(claim, requesterNetwork());
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
        await noteFailure(error, claim);
        metrics.countCall(endpoint, error instanceof UpstreamError ? error.failure : 'fault');
        throw error;
      }
    },
  };
}

/**
 * Whether a failure says something about the provider, and not only about what was asked. Visitors choose ids and
 * queries, accounts choose the coins of their ledgers, and must not be able to stop other calls with odd ones, nor with a
 * listed coin whose history can't be read. If the provider is down, the refresh notices.
 */
function isAboutProvider(claim: CallClaim, { failure }: UpstreamError): boolean {
  if (claim === 'coins' || claim === 'figures') return true;
  return failure !== 'unreadable' && claim !== 'unlisted' && claim !== 'search' && claim !== 'archive';
}

/** A provider inside this process: no budget, no pauses. */
export function createLocalUpstream(provider: MarketProvider): Upstream {
  const never = new AbortController().signal;
  return { source: provider.source, ask: ({ run }) => run(provider, never) };
}

const timeLimit = timeout(callTimeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false });

/** Gives up at the deadline or when the process stops, even if the provider ignores its signal. */
async function inTime<T>(run: (signal: AbortSignal) => Promise<T>, stopping: AbortSignal): Promise<T> {
  try {
    return await timeLimit.execute(({ signal }) => run(signal), stopping);
  } catch (error) {
    throw error instanceof TaskCancelledError
      ? new UpstreamError('timeout', 'No complete answer in time')
      : error;
  }
}
