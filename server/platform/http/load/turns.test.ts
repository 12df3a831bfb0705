import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createBareApp } from '../../../../tests/support/bare-app.ts';
import { holdSlots, Turns, takeTurns } from './turns.ts';

const limits = { atOnce: 2, maxWaiting: 2, maxWaitMs: 60_000 };
const never = () => new AbortController().signal;

describe('Turns', () => {
  it('admit the allowed number of requests per subject at a time, the others in order', async () => {
    const turns = new Turns(limits);
    const entered: number[] = [];
    const enter = async (number: number, name = 'ada') => {
      const leave = await turns.enter(name, never());
      entered.push(number);
      return leave as () => void;
    };
    const [first] = await Promise.all([enter(1), enter(2)]);
    const waiting = [enter(3), enter(4)];
    expect(await turns.enter('ada', never())).toBe(false);
    await enter(5, 'eve');
    expect(entered).toEqual([1, 2, 5]);
    first!();
    // Ending a turn twice has no further effect.
    first!();
    const third = await waiting[0]!;
    expect(entered).toEqual([1, 2, 5, 3]);
    third();
    await waiting[1];
    expect(entered).toEqual([1, 2, 5, 3, 4]);
  });

  it('are not held by requests that left or waited too long', async () => {
    const turns = new Turns({ ...limits, atOnce: 1 });
    const leave = (await turns.enter('ada', never())) as () => void;
    const gone = new AbortController();
    const waiting = turns.enter('ada', gone.signal);
    gone.abort();
    expect(await waiting).toBe(false);
    expect(await new Turns({ atOnce: 0, maxWaiting: 1, maxWaitMs: 0 }).enter('ada', never())).toBe(false);
    leave();
    expect(await turns.enter('ada', never())).not.toBe(false);
  });

  it('are not passed on to a request that leaves at the same moment', async () => {
    const turns = new Turns({ ...limits, atOnce: 1 });
    const leave = (await turns.enter('ada', never())) as () => void;
    const gone = new AbortController();
    const waiting = turns.enter('ada', gone.signal);
    gone.abort();
    leave();
    expect(await waiting).toBe(false);
    const next = await Promise.race([turns.enter('ada', never()), Promise.resolve().then(() => 'late')]);
    expect(next).toBeTypeOf('function');
  });
});

describe('A route that takes turns', () => {
  it('answers the first, and refuses excess requests before their body is read', async () => {
    const app = createBareApp();
    takeTurns(app, {
      limits: { atOnce: 1, maxWaiting: 0, maxWaitMs: 1 },
      subjectOf: ({ headers }) => headers.authorization,
    });
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    app.post('/costly', async () => {
      begun.resolve();
      await end.promise;
      return 'done';
    });
    const post = (authorization: string, payload: object | string = {}) =>
      app.inject({
        method: 'POST',
        url: '/costly',
        headers: { authorization, 'content-type': 'application/json' },
        payload,
      });
    const first = post('ada');
    await begun.promise;
    const second = await post('ada', '{ no JSON');
    expect([second.statusCode, second.headers['retry-after'], second.json<{ code: string }>().code]).toEqual([
      429,
      '5',
      'rate_limited',
    ]);
    const other = post('eve');
    end.resolve();
    expect([(await first).statusCode, (await other).statusCode]).toEqual([200, 200]);
    // A failed request ends its turn too.
    expect((await post('ada', '{ no JSON')).statusCode).toBe(400);
    expect((await post('ada')).statusCode).toBe(200);
    await app.close();
  });

  it('keeps the turn of a long answer until it has been read, or its reader has left', async () => {
    const app = createBareApp();
    takeTurns(app, { limits: { atOnce: 1, maxWaiting: 0, maxWaitMs: 1 }, subjectOf: () => 'ada' });
    app.get('/long', async () => 'x'.repeat(50_000_000));
    app.get('/short', async () => 'x');
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const reader = connect(Number(new URL(origin).port), '127.0.0.1');
    reader.write('GET /long HTTP/1.1\r\nhost: a\r\n\r\n');
    await once(reader, 'readable');
    const status = async (path: string) => {
      const answer = await fetch(origin + path);
      await answer.text();
      return answer.status;
    };
    expect(await status('/short')).toBe(429);
    reader.destroy();
    await expect.poll(() => status('/short')).toBe(200);
    expect(await status('/long')).toBe(200);
    await expect.poll(() => status('/short')).toBe(200);
    await app.close();
  });

  it('keeps the turn of an answer of 64 KiB that waits behind another one of its connection', async () => {
    const app = createBareApp();
    takeTurns(app, {
      limits: { atOnce: 1, maxWaiting: 0, maxWaitMs: 1 },
      subjectOf: ({ url }) => (url === '/stream' ? undefined : 'ada'),
    });
    const answered = Promise.withResolvers<void>();
    app.get('/stream', () => new Promise(() => undefined));
    app.get('/long', () => {
      setImmediate(answered.resolve);
      return 'x'.repeat(64 * 1024);
    });
    app.get('/short', async () => 'x');
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const reader = connect(Number(new URL(origin).port), '127.0.0.1');
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
    reader.write(ask('/stream') + ask('/long'));
    await answered.promise;
    expect((await app.inject('/short')).statusCode).toBe(429);
    reader.destroy();
    await expect.poll(async () => (await app.inject('/short')).statusCode).toBe(200);
    await app.close();
  });

  it('ends a stream that is read for too long, and its turn', async () => {
    const app = createBareApp();
    const left = Promise.withResolvers<void>();
    holdSlots(app, () => 'ada', { enter: async () => left.resolve }, { maxMs: 1, minBytesPerSecond: 0 });
    const body = new PassThrough();
    body.write('{');
    app.get('/', async () => body);
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const response = await fetch(origin);
    await expect(response.text()).rejects.toThrow();
    await left.promise;
    await app.close();
  });

  it('listens once for the end of a response, however many turns its request takes', async () => {
    const app = createBareApp();
    for (let turn = 0; turn < 12; turn += 1) takeTurns(app, { limits, subjectOf: () => 'ada' });
    const counts: number[] = [];
    app.get('/costly', (_request, reply) => {
      counts.push(reply.raw.listenerCount('close'));
      return 'done';
    });
    expect((await app.inject({ url: '/costly' })).statusCode).toBe(200);
    // With more than ten, Node writes a warning for each response.
    expect(counts[0]).toBeLessThan(10);
    await app.close();
  });
});
