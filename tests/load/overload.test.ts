import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';

const measureMs = 10_000;
/** Answers that take longer are of no use to anybody. */
const usefulMs = 2000;
const holdings = 300;
let server: ChildServer;
let token: string;
let portfolioId: string;

beforeAll(async () => {
  server = await startAppServer({
    MARKET_PROVIDER: 'simulated',
    AUTH_RATE_LIMIT: 'off',
    LOAD_SHEDDING: 'on',
    DEFAULT_TIER: 'premium',
  });
  const answer = await fetch(`${server.url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }),
  });
  token = ((await answer.json()) as { token: string }).token;
  const [portfolio] = (await (
    await fetch(`${server.url}/api/portfolios`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as { id: string }[];
  portfolioId = portfolio!.id;
  // So that an answer costs the server much more than it costs this process to ask for it.
  const coin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '1', purchasePrice: '2' };
  for (let index = 0; index < holdings; index += 1) {
    const { status } = await fetch(`${server.url}/api/portfolio`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(coin),
    });
    expect(status).toBe(201);
  }
});
afterAll(() => server.kill());

interface Counts {
  /** In good time. */
  served: number;
  late: number;
  shed: number;
  broken: number;
}

let asked = 0;

/** Every method side by side: much to work out, little to send. Each span is new, so that no answer is kept. */
function ask(agent: Agent): Promise<number> {
  asked += 1;
  const path = `/api/portfolios/${portfolioId}/methods?to=${new Date(Date.UTC(2030, 0, 1) + asked).toISOString()}`;
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(`${server.url}${path}`, { agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0)).end();
  });
}

/** Starts `perSecond` requests a second, whether or not earlier ones are answered, and counts the answers. */
async function load(perSecond: number): Promise<Counts> {
  const agent = new Agent({ keepAlive: true, maxSockets: 900 });
  const counts: Counts = { served: 0, late: 0, shed: 0, broken: 0 };
  const open: Promise<void>[] = [];
  const began = performance.now();
  let sent = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - began;
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

/** Requests a second that the server serves to 32 clients that each wait for their answer: its knee. */
async function findKnee(): Promise<number> {
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

it('At twice its capacity the server still serves at least 80 % of it, and breaks off nothing', async () => {
  const knee = await findKnee();
  const counts = await load(2 * knee);
  const { served, broken } = counts;
  console.info(`${Math.round(knee)} requests a second at the knee; at twice that`, counts);
  expect(broken).toBe(0);
  expect((served * 1000) / measureMs / knee).toBeGreaterThanOrEqual(0.8);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
