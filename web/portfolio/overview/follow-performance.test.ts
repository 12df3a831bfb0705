import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakePage } from '../../../tests/support/fake-page.ts';
import { FakeStream } from '../../../tests/support/streams/fake-stream.ts';
import { performanceQuery } from '../queries.ts';
import { followPerformance } from './follow-performance.ts';

let server: FakeStream;
let queryClient: QueryClient;
let requestCount = 0;
let stops: (() => void)[] = [];
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('navigator', {});
  new FakePage();
  server = new FakeStream();
  requestCount = 0;
  server.api = () => {
    requestCount += 1;
    return { holdings: [{ coinId: 'bitcoin' }, { coinId: 'ethereum' }] };
  };
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const observer = new QueryObserver(queryClient, { ...performanceQuery('p1'), refetchInterval: false });
  stops = [observer.subscribe(() => {}), followPerformance(queryClient, 'p1')];
  await vi.waitFor(() => expect([requestCount, server.connections.length]).toEqual([1, 1]));
  server.last.open('q1');
});
afterEach(() => {
  for (const stop of stops) stop();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const quotesOf = (...ids: string[]) => ({ source: 'coingecko', asOf: '', quotes: ids.map((id) => ({ id })) });
async function send(data: object, name = 'quotes') {
  server.last.send(name, data, 'q2');
  await vi.advanceTimersByTimeAsync(100);
}

describe('a portfolio’s performance', () => {
  it('is refetched when one of its coins has a new quote, after a random delay', async () => {
    await vi.advanceTimersByTimeAsync(15_000);
    await send(quotesOf('dogecoin', 'ethereum'));
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitFor(() => expect(requestCount).toBe(2));
  });

  it('is not refetched for quotes of other coins', async () => {
    await vi.advanceTimersByTimeAsync(15_000);
    await send(quotesOf('dogecoin'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(requestCount).toBe(1);
  });

  it('is refetched once in fifteen seconds, however many quotes arrive', async () => {
    for (let second = 0; second < 40; second++) {
      await send(quotesOf('bitcoin'));
      await vi.advanceTimersByTimeAsync(900);
    }
    expect(requestCount).toBe(3);
  });

  it('is refetched when quotes were missed', async () => {
    await vi.advanceTimersByTimeAsync(15_000);
    await send(['quotes'], 'reset');
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitFor(() => expect(requestCount).toBe(2));
  });

  it('is no longer refetched once it is not followed', async () => {
    await send(quotesOf('bitcoin'));
    for (const stop of stops) stop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([requestCount, server.openCount]).toEqual([1, 0]);
  });
});
