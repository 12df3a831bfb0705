import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';

/** `npm run test:load` sets more. */
const rounds = Number(process.env.SIGTERM_ROUNDS ?? '2');
const writers = 4;
/** How many portfolios are added before a round's signal. With more, more requests are in progress. */
const addedBefore = 12;

interface Exchange {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

/** Sends a request. Rejects if there is no complete answer. */
function exchange(url: string, agent: Agent, options: { method: string; token: string; body?: object }) {
  const { method, token, body } = options;
  return new Promise<Exchange>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(url, { method, agent, headers }, (answer: IncomingMessage) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const retryAfter = answer.headers['retry-after'];
        resolve({ status: answer.statusCode ?? 0, body: text, retryAfter });
      });
    });
    sent.on('error', (error) => reject(new Error(`${method} ${url} was cut off: ${error.message}`)));
    sent.end(body && JSON.stringify(body));
  });
}

describe('SIGTERM under load', () => {
  let dataDir: string;
  let server: ChildServer;
  let token: string;
  const acknowledged: string[] = [];
  let count = 0;

  const start = () =>
    startAppServer({
      DATA_DIR: dataDir,
      MARKET_PROVIDER: 'simulated',
      DEFAULT_TIER: 'premium',
      AUTH_RATE_LIMIT: 'off',
    });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'altimeter-sigterm-'));
    server = await start();
    const answer = await fetch(`${server.url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }),
    });
    token = ((await answer.json()) as { token: string }).token;
  });
  afterAll(async () => {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Adds portfolios on its own connection until the server refuses one, and returns the refusal. */
  async function write(onAdded: () => void): Promise<Exchange> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      for (;;) {
        count += 1;
        const body = { name: `Portfolio ${count}` };
        const answer = await exchange(`${server.url}/api/portfolios`, agent, { method: 'POST', token, body });
        if (answer.status !== 201) return answer;
        acknowledged.push(body.name);
        onAdded();
      }
    } finally {
      agent.destroy();
    }
  }

  it.each(Array.from({ length: rounds }, (_, round) => round + 1))(
    'loses no acknowledged write and cuts off no answer, round %i',
    async () => {
      let added = 0;
      const { promise: isBusy, resolve } = Promise.withResolvers<void>();
      const onAdded = () => {
        added += 1;
        if (added === addedBefore) resolve();
      };
      const writing = Promise.all(Array.from({ length: writers }, () => write(onAdded)));
      await isBusy;
      const stream = await fetch(`${server.url}/api/stream`);
      const streamed = stream.text();
      // Null if it had to be killed after ten seconds.
      expect(await server.stop()).toBe(0);
      expect(await streamed).toContain('event: status');
      for (const { status, body, retryAfter } of await writing) {
        expect({ status, code: JSON.parse(body).code }).toEqual({ status: 503, code: 'unavailable' });
        expect(Number(retryAfter)).toBeGreaterThan(0);
      }

      server = await start();
      const agent = new Agent();
      const { body } = await exchange(`${server.url}/api/portfolios`, agent, { method: 'GET', token });
      agent.destroy();
      const kept = new Set((JSON.parse(body) as { name: string }[]).map(({ name }) => name));
      expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
    },
  );
});
