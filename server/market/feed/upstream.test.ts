import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeProvider } from '../../../tests/support/market/fake-provider.ts';
import { type CallClaim, shareBudget } from '../call-budget/budget-shares.ts';
import { type CallBudget, createCallBudget } from '../call-budget/call-budget.ts';
import { UpstreamError } from '../provider.ts';
import { createUpstream } from './upstream.ts';

const clock = { now: () => Date.now() };

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

function connect(callsPerMinute = 500, pause?: CallBudget['pause']) {
  const provider = new FakeProvider();
  const outcomes: string[] = [];
  const stopping = new AbortController();
  const upstream = createUpstream({
    provider,
    budget: { ...createCallBudget(shareBudget(callsPerMinute, 60_000), clock), ...(pause && { pause }) },
    clock,
    metrics: {
      countCall: (endpoint, outcome) => outcomes.push(`${endpoint} ${outcome}`),
      countRefresh: () => undefined,
      countRejectedRows: () => undefined,
      setQuarantinedCoins: () => undefined,
    },
    // Each call comes from a different visitor.
    requesterNetwork: () => String(provider.calls.length),
    stopping: stopping.signal,
  });
  const ask = (claim: CallClaim = 'known') =>
    upstream.ask({ endpoint: 'coins', claim, run: (from, signal) => from.listCoins(signal) });
  const fail = (error: unknown) => {
    provider.before = () => Promise.reject(error);
  };
  const recover = () => {
    provider.before = () => undefined;
  };
  return { provider, ask, outcomes, fail, recover, stopping };
}

const down = new UpstreamError('unavailable', '500');

describe('createUpstream', () => {
  it('counts each call by its outcome', async () => {
    const { ask, outcomes, fail } = connect();
    await ask();
    fail(down);
    await expect(ask()).rejects.toBe(down);
    expect(outcomes).toEqual(['coins ok', 'coins unavailable']);
  });

  it('ends a call after ten seconds even if the provider ignores its signal', async () => {
    const { ask, provider } = connect();
    let signal: AbortSignal | undefined;
    provider.before = (_, given) => {
      signal = given;
      return new Promise(() => undefined);
    };
    const call = expect(ask()).rejects.toMatchObject({ failure: 'timeout' });
    await vi.advanceTimersByTimeAsync(10_000);
    await call;
    expect(signal?.aborted).toBe(true);
  });

  it('aborts pending calls when the process stops', async () => {
    const { ask, provider, stopping } = connect();
    provider.before = () => new Promise(() => undefined);
    const call = expect(ask()).rejects.toMatchObject({ failure: 'timeout' });
    await vi.advanceTimersByTimeAsync(1);
    stopping.abort();
    await call;
  });

  it('opens after three failures: visitors are refused immediately, with one probe every ten seconds', async () => {
    const { ask, provider, fail, recover } = connect();
    fail(down);
    for (let call = 0; call < 20; call += 1) await ask().catch(() => undefined);
    expect(provider.calls).toHaveLength(3);
    await expect(ask()).rejects.toMatchObject({ failure: 'unavailable', retryAfterMs: 10_000 });
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.allSettled([ask(), ask(), ask()]);
    expect(provider.calls).toHaveLength(4);
    recover();
    await vi.advanceTimersByTimeAsync(10_000);
    await ask();
    await ask();
    expect(provider.calls).toHaveLength(6);
  });

  it('lets the refresh through an open circuit, and its success closes it', async () => {
    const { ask, provider, fail, recover } = connect();
    fail(down);
    for (let call = 0; call < 3; call += 1) await ask().catch(() => undefined);
    recover();
    await ask('coins');
    await ask();
    expect(provider.calls).toHaveLength(5);
  });

  it('does not count a refusal as a failure', async () => {
    const { ask, provider, fail } = connect();
    fail(new UpstreamError('refused', '422'));
    for (let call = 0; call < 5; call += 1) await ask().catch(() => undefined);
    expect(provider.calls).toHaveLength(5);
  });

  it.each<[CallClaim, UpstreamError]>([
    ['unlisted', new UpstreamError('unreadable', 'The answer is not a coin')],
    ['known', new UpstreamError('unreadable', 'The answer has no price history')],
    ['unlisted', down],
    ['search', new UpstreamError('unreadable', 'The answer is HTML, not JSON')],
    ['search', down],
    ['archive', down],
  ])('does not open because of an %s call that a visitor chose: %s', async (claim, failure) => {
    const { ask, provider, fail, recover } = connect();
    fail(failure);
    for (let call = 0; call < 5; call += 1) await ask(claim).catch(() => undefined);
    recover();
    await ask('known');
    expect(provider.calls).toHaveLength(6);
  });

  it('stays open whatever calls fail that visitors chose, and lets one of them probe', async () => {
    const { ask, provider, fail } = connect();
    fail(down);
    for (let call = 0; call < 3; call += 1) await ask().catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.allSettled([ask('search'), ask('search'), ask('unlisted')]);
    expect(provider.calls).toHaveLength(4);
  });

  it.each([
    [30_000, 30_000],
    [119_000, 119_000],
    [3_600_000, 120_000],
  ])('obeys a Retry-After of %d ms for %d ms, including the refresh', async (requestedMs, waitedMs) => {
    const { ask, provider, fail, recover } = connect();
    fail(new UpstreamError('rate_limited', '429', requestedMs));
    await ask().catch(() => undefined);
    recover();
    await vi.advanceTimersByTimeAsync(waitedMs - 1);
    await expect(ask('coins')).rejects.toMatchObject({ failure: 'rate_limited', retryAfterMs: 1 });
    expect(provider.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await ask('coins');
    expect(provider.calls).toHaveLength(2);
  });

  it.each<[CallClaim, UpstreamError]>([
    ['search', new UpstreamError('unavailable', '503', 60_000)],
    ['unlisted', new UpstreamError('unavailable', '503', 60_000)],
    ['archive', new UpstreamError('unavailable', '503', 60_000)],
    ['search', new UpstreamError('refused', '403', 60_000)],
    ['known', new UpstreamError('unreadable', 'HTML', 60_000)],
  ])('does not pause other calls because of an %s call that a visitor chose: %s', async (claim, failure) => {
    const paused: number[] = [];
    const { ask, provider, fail, recover } = connect(500, async (ms) => void paused.push(ms));
    fail(failure);
    await expect(ask(claim)).rejects.toBe(failure);
    recover();
    await ask('coins');
    await ask('known');
    expect([provider.calls.length, paused]).toEqual([3, []]);
  });

  it('has paused the budget of all servers by the time the call fails', async () => {
    const paused: number[] = [];
    const { ask, fail } = connect(500, async (ms) => void paused.push(ms));
    fail(new UpstreamError('rate_limited', '429', 3_600_000));
    await expect(ask()).rejects.toMatchObject({ failure: 'rate_limited' });
    expect(paused).toEqual([120_000]);
  });

  it('makes no call without budget, and reports when to retry', async () => {
    const { ask, provider, outcomes } = connect(10);
    for (let call = 0; call < 3; call += 1) await ask();
    await expect(ask()).rejects.toMatchObject({ failure: 'over_budget', retryAfterMs: 61_000 });
    expect(provider.calls).toHaveLength(3);
    expect(outcomes.at(-1)).toBe('coins not_sent');
  });
});
