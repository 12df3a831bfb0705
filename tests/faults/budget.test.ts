import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { countCalls } from '../../server/market/simulator/server/call-log.ts';
import {
  marketPaths,
  startAppOn,
  startFaultySimulator,
  startVisitors,
  waitForState,
} from './faulty-market.ts';

vi.setConfig({ testTimeout: 90_000 });

const atOnce = 250;

async function startMarket(callsPerMinute: number, env: Record<string, string> = {}) {
  const simulator = await startFaultySimulator();
  onTestFinished(() => simulator.close());
  const app = await startAppOn(simulator, { COINGECKO_CALLS_PER_MINUTE: String(callsPerMinute), ...env });
  onTestFinished(() => app.kill());
  await waitForState(app, 'live');
  return { simulator, app };
}

describe('However many visitors come', () => {
  it('the provider gets no more calls than the budget', async () => {
    const { simulator, app } = await startMarket(12, { TRUST_PROXY: '1' });
    const list = (await (await fetch(`${app.url}/api/cryptocurrencies?per_page=250`)).json()) as {
      id: string;
    }[];
    const visitors = startVisitors(app, marketPaths.slice(0, 3));
    const questions = list.flatMap(({ id }) => [
      `/api/cryptocurrencies/${id}`,
      `/api/cryptocurrencies/${id}/history?days=7`,
      `/api/search?query=${id.slice(0, 4)}`,
      `/api/cryptocurrencies/made-up-${id}`,
    ]);
    // From twenty networks, because one alone may not make so many concurrent calls that the server must compute.
    const ask = (path: string, index: number) =>
      fetch(`${app.url}${path}`, { headers: { 'x-forwarded-for': `192.0.${index % 20}.1` } });
    const answers: Response[] = [];
    // With more at once, some would time out on a busy machine while they wait for a connection.
    for (let from = 0; from < questions.length; from += atOnce)
      answers.push(...(await Promise.all(questions.slice(from, from + atOnce).map(ask))));
    expect(answers).toHaveLength(1000);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 404, 503].includes(status))).toEqual([]);
    expect(statuses).toContain(200);
    expect(await visitors.stop()).toEqual([]);
    expect(countCalls(simulator.calls()).maxInAMinute).toBeLessThanOrEqual(12);
  });

  it('one network leaves the last calls of a minute to others', async () => {
    const { app } = await startMarket(30, { TRUST_PROXY: '1' });
    const list = (await (await fetch(`${app.url}/api/cryptocurrencies`)).json()) as { id: string }[];
    const ask = async (coin: number, from: string) => {
      const path = `${app.url}/api/cryptocurrencies/${list[coin]?.id}/history?days=7`;
      return (await fetch(path, { headers: { 'x-forwarded-for': from } })).status;
    };
    const greedy = await Promise.all(list.slice(0, 50).map((_, index) => ask(index, `192.0.2.${index}`)));
    expect(greedy).toContain(200);
    expect(await ask(60, '192.0.2.99')).toBe(503);
    const others = ['198.51.100.1', '203.0.113.1', '2001:db8::1'].map((from, index) => ask(70 + index, from));
    expect(await Promise.all(others)).toEqual([200, 200, 200]);
  });

  it('the same request is sent once for all of them', async () => {
    const { simulator, app } = await startMarket(200);
    const ask = () => fetch(`${app.url}/api/cryptocurrencies/monero/history?days=7`);
    const answers = await Promise.all(Array.from({ length: 300 }, ask));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(countCalls(simulator.calls()).byEndpoint['/coins/{id}/market_chart']).toBe(1);
  });
});
