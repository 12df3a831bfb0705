import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { encodeBody } from './encoded-body.ts';
import { sendEncoded } from './send-encoded.ts';

const fetchedAt = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const httpDate = 'Fri, 02 Jan 2026 03:04:05 GMT';
const value = { words: 'hexagon '.repeat(200) };
const text = JSON.stringify(value);

async function serve() {
  const app = Fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
  });
  const body = await encodeBody(value, { lastModified: fetchedAt });
  app.get('/', (request, reply) => sendEncoded(request, reply, body, { 'cache-control': 'no-cache' }));
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: '/', headers });
  return { body, get };
}

describe('sendEncoded', () => {
  it('sends the negotiated encoding with its own tag, length, date and Vary, and keeps earlier headers', async () => {
    const { get } = await serve();
    const plain = await get();
    const gzipped = await get({ 'accept-encoding': 'gzip' });
    const brotli = await get({ 'accept-encoding': 'gzip, br' });
    expect(plain.body).toBe(text);
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(text);
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(text);
    expect(new Set([plain, gzipped, brotli].map((answer) => answer.headers.etag)).size).toBe(3);
    expect(gzipped.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(gzipped.rawPayload.length),
      'content-type': 'application/json; charset=utf-8',
      'last-modified': httpDate,
      vary: 'Accept-Encoding',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['the exact tag', (tag: string) => tag],
    ['its weak form', (tag: string) => `W/${tag}`],
    ['one of a list', (tag: string) => `"other", W/"more" ,${tag}`],
    ['anything', () => '*'],
  ])('answers 304 without a body to %s', async (_name, header) => {
    const { get } = await serve();
    const tag = String((await get({ 'accept-encoding': 'br' })).headers.etag);
    const answer = await get({ 'accept-encoding': 'br', 'if-none-match': header(tag) });
    expect(answer.statusCode).toBe(304);
    expect(answer.rawPayload).toHaveLength(0);
    expect(answer.headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('repeats the ETag of the client if it is of another encoding of the same data', async () => {
    const { body, get } = await serve();
    const answer = await get({ 'accept-encoding': 'br', 'if-none-match': body.etag });
    expect(answer.statusCode).toBe(304);
    expect(answer.headers.etag).toBe(body.etag);
  });

  it('reads only as many tags and encodings as a client has', async () => {
    const { get } = await serve();
    const { etag } = (await get()).headers;
    const many = (count: number) => `${'"another-tag", '.repeat(count)}${etag}`;
    expect((await get({ 'if-none-match': many(20) })).statusCode).toBe(304);
    expect((await get({ 'if-none-match': many(1000) })).statusCode).toBe(200);
    const { headers } = await get({ 'accept-encoding': `${'x;q=0.5, '.repeat(1000)}br` });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('sends the body to a client with another ETag, whatever its If-Modified-Since', async () => {
    const { get } = await serve();
    const answer = await get({ 'if-none-match': '"other"', 'if-modified-since': httpDate });
    expect(answer.statusCode).toBe(200);
  });

  it.each([httpDate, 'Sat, 03 Jan 2026 00:00:00 GMT', 'nonsense'])(
    'sends the body to a client that has only a date: %s',
    async (date) => {
      const { get } = await serve();
      const answer = await get({ 'if-modified-since': date });
      expect([answer.statusCode, answer.body]).toEqual([200, text]);
    },
  );

  it('answers HEAD with the headers of GET and no body', async () => {
    const { get } = await serve();
    const full = await get({ 'accept-encoding': 'br' });
    const head = await get({ 'accept-encoding': 'br' }, 'HEAD');
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload).toHaveLength(0);
    for (const name of ['etag', 'content-length', 'content-encoding', 'content-type', 'last-modified'])
      expect(head.headers[name]).toBe(full.headers[name]);
  });
});
