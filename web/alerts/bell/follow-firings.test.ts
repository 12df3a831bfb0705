import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Firing } from '#contract/alerts/alerts.ts';
import { setCredentials } from '#web/lib/api-client.ts';
import { dismissToast, getToast } from '#web/ui/overlay/toast.ts';
import { FakePage } from '../../../tests/support/fake-page.ts';
import { FakeStream } from '../../../tests/support/streams/fake-stream.ts';
import { unseenQuery } from '../queries.ts';
import { describeFirings, followFirings } from './follow-firings.ts';

const firing = (change: Partial<Firing> = {}): Firing => ({
  id: 'f1',
  number: 1,
  alertId: 'a1',
  coinId: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  condition: 'price_above',
  threshold: '70000',
  price: '70012.34',
  currency: 'usd',
  change24h: null,
  source: 'coingecko',
  crossedAfter: '2026-03-10T12:03:00.000Z',
  crossedBy: '2026-03-10T12:04:00.000Z',
  firedAt: '2026-03-10T12:04:01.000Z',
  note: null,
  seen: false,
  ...change,
});

describe('the message about alerts that fired', () => {
  it('says what happened, and at what price', () => {
    expect(describeFirings([firing()])).toEqual({
      title: 'Bitcoin alert',
      description: 'Price rose to $70,000 or above: at $70,012.34',
    });
  });

  it('says if the market is a demo', () => {
    expect(describeFirings([firing({ source: 'simulated' })]).title).toBe('Bitcoin alert (demo market)');
  });

  it('covers all alerts that fired together', () => {
    const names = ['Bitcoin', 'Solana', 'Bitcoin', 'Ethereum'];
    const firings = names.map((name) => firing({ name }));
    expect(describeFirings(firings)).toEqual({
      title: '4 alerts fired',
      description: 'Bitcoin, Solana and 1 more',
    });
    expect(describeFirings(firings.slice(0, 2)).description).toBe('Bitcoin and Solana');
  });
});

describe('an alert that fires', () => {
  let server: FakeStream;
  let client: QueryClient;
  let requestCount = 0;
  let stops: (() => void)[] = [];

  beforeEach(async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.stubGlobal('navigator', {});
    new FakePage();
    setCredentials({
      getToken: () => 'token',
      onRefused: () => {},
      onForbidden: () => {},
      watch: () => () => {},
    });
    server = new FakeStream();
    requestCount = 0;
    server.api = () => {
      requestCount += 1;
      return { count: requestCount };
    };
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const observer = new QueryObserver(client, unseenQuery());
    stops = [observer.subscribe(() => {}), followFirings(client)];
    await vi.waitFor(() => expect(server.connections.length).toBe(1));
    server.last.open('a1');
    await vi.advanceTimersByTimeAsync(1_000);
    requestCount = 0;
    dismissToast();
  });
  afterEach(() => {
    for (const stop of stops) stop();
    client.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('shows a message that links to the alerts, and updates the count', async () => {
    server.last.send('alert', firing(), 'a2');
    server.last.send('alert', firing({ id: 'f2', name: 'Solana' }), 'a3');
    await vi.waitFor(() => expect(getToast()).toMatchObject({ title: '2 alerts fired', to: '/alerts' }));
    await vi.waitFor(() => expect(requestCount).toBe(1));
  });

  it('updates the count without a message if the user wants none', async () => {
    server.last.send('alert', firing({ seen: true }), 'a2');
    await vi.waitFor(() => expect(requestCount).toBe(1));
    expect(getToast()).toBeNull();
  });
});
