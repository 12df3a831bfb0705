import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';

const measureMs = 10_000;
/** Slower answers count as late. */
const usefulMs = 2000;
const transactions = 300;
/** Several, because the concurrent work of one user is limited, and here the server is meant to reach its limit. */
const users = 40;
let server: ChildServer;
const accounts: { readonly token: string; readonly portfolioId: string }[] = [];

async function call<Answer>(path: string, body?: object, token = ''): Promise<Answer> {
  const answer = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as Answer;
}

beforeAll(async () => {
  server = await startAppServer({
    MARKET_PROVIDER: 'simulated',
    AUTH_RATE_LIMIT: 'off',
    LOAD_SHEDDING: 'on',
    DEFAULT_TIER: 'premium',
  });
  // Makes an answer cost the server much more than the request costs this process.
  const buy = {
    type: 'buy',
    occurredAt: '2024-01-01T00:00:00Z',
    in: { coinId: 'bitcoin', amount: '1' },
    out: { currency: 'USD', amount: '2' },
  };
  const batch = { transactions: Array.from({ length: transactions }, () => buy) };
  for (let user = 0; user < users; user += 1) {
    const { token } = await call<{ token: string }>('/api/auth/signup', {
      email: `ada-${user}@example.com`,
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
    const [portfolio] = await call<{ id: string }[]>('/api/portfolios', undefined, token);
    await call(`/api/portfolios/${portfolio!.id}/transactions`, batch, token);
    accounts.push({ token, portfolioId: portfolio!.id });
  }
});
afterAll(() => server.kill());

interface Counts {
  /** Answered in time. */
  served: number;
  late: number;
  shed: number;
  broken: number;
}

let requestCount = 0;

/**
 * Requests the comparison of methods: much to compute, little to send. Each span is new, so that no answer is cached.
 */
function ask(agent: Agent): Promise<number> {
  requestCount += 1;
  const { token, portfolioId } = accounts[requestCount % accounts.length]!;
  const path = `/api/portfolios/${portfolioId}/methods?to=${new Date(Date.UTC(2030, 0, 1) + requestCount).toISOString()}`;
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(`${server.url}${path}`, { agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0)).end();
  });
}

/** Starts `perSecond` requests per second, whether or not earlier ones are answered, and counts the answers. */
async function load(perSecond: number): Promise<Counts> {
  const agent = new Agent({ keepAlive: true, maxSockets: 900 });
  const counts: Counts = { served: 0, late: 0, shed: 0, broken: 0 };
  const open: Promise<void>[] = [];
  const start = performance.now();
  let sent = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - start;
      for (; sent < (elapsed * perSecond) / 1000; sent += 1) {
        const askedAt = performance.now();
        const answered = ask(agent).then((status) => {
          if (status === 200) counts[performance.now() - askedAt < usefulMs ? 'served' : 'late'] += 1;
          else if (status === 503) counts.shed += 1;
          else counts.broken += 1;
        });
        open.push(answered);
      }
      if (elapsed < measureMs) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
  await Promise.all(open);
  agent.destroy();
  return counts;
}

/** The server's capacity: requests per second served to 32 clients that each wait for their answer. */
async function findCapacity(): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const end = performance.now() + measureMs;
  let served = 0;
  const visit = async () => {
    while (performance.now() < end) if ((await ask(agent)) === 200) served += 1;
  };
  await Promise.all(Array.from({ length: 32 }, visit));
  agent.destroy();
  return (served * 1000) / measureMs;
}

it('At twice its capacity the server still serves at least 80% of it, and cuts off no answer', async () => {
  const capacity = await findCapacity();
  const counts = await load(2 * capacity);
  const { served, broken } = counts;
  console.info(`capacity: ${Math.round(capacity)} requests per second; at twice that:`, counts);
  expect(broken).toBe(0);
  expect((served * 1000) / measureMs / capacity).toBeGreaterThanOrEqual(0.8);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
