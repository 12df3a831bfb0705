import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { startPictureServer } from '../../../tests/support/market/picture-server.ts';
import { FetchRefusedError, fetchBytes } from './fetch-bytes.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const servers: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serve(answer: Answer): Promise<string> {
  const server = await startPictureServer(answer);
  servers.push(server);
  return server.origin;
}

const options = { headers: { 'user-agent': 'Test/1' }, maxBytes: 10_000, timeoutMs: 5_000 };

describe('fetchBytes', () => {
  it('gives what a server answers, decompressed, and says who asks', async () => {
    const origin = await serve((request, response) => {
      const encoding = request.url === '/br' ? 'br' : 'gzip';
      const text = `hello ${request.headers['user-agent']}`;
      const body = encoding === 'br' ? brotliCompressSync(text) : gzipSync(text);
      response.writeHead(200, { 'content-encoding': encoding, etag: '"1"' }).end(body);
    });
    for (const path of ['/gzip', '/br']) {
      const { status, headers, body, url } = await fetchBytes(origin + path, options);
      expect([status, headers.etag, body.toString(), url]).toEqual([
        200,
        '"1"',
        'hello Test/1',
        origin + path,
      ]);
    }
  });

  it('gives a status without its body', async () => {
    const origin = await serve((_request, response) => response.writeHead(404).end('x'.repeat(100_000)));
    expect(await fetchBytes(origin, options)).toMatchObject({ status: 404, body: Buffer.alloc(0) });
  });

  it('stops at the limit, also where little becomes much', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/bomb') {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)));
      } else {
        response.writeHead(200);
        const pour = () => {
          while (response.write(Buffer.alloc(65_536))) if (response.destroyed) return;
          response.once('drain', pour);
        };
        pour();
      }
    });
    await expect(fetchBytes(`${origin}/bomb`, options)).rejects.toThrow(FetchRefusedError);
    await expect(fetchBytes(`${origin}/endless`, options)).rejects.toThrow(FetchRefusedError);
  });

  it('gives up on what never ends, before its headers or within its body', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/silent') return;
      response.writeHead(200);
      const trickle = setInterval(() => response.write('.'), 5);
      response.once('close', () => clearInterval(trickle));
    });
    const impatient = { ...options, timeoutMs: 100 };
    await expect(fetchBytes(`${origin}/silent`, impatient)).rejects.toThrow();
    await expect(fetchBytes(`${origin}/trickle`, impatient)).rejects.toThrow();
  });

  it('ends at once where it is told to', async () => {
    const origin = await serve(() => undefined);
    const stopping = new AbortController();
    const fetching = fetchBytes(origin, { ...options, signal: stopping.signal });
    stopping.abort();
    await expect(fetching).rejects.toThrow();
  });

  it('refuses an encoding it did not ask for, and a body that breaks off', async () => {
    const origin = await serve((request, response) => {
      const isOdd = request.url === '/odd';
      const body = isOdd ? Buffer.from('?') : gzipSync('a text').subarray(0, 12);
      response.writeHead(200, { 'content-encoding': isOdd ? 'compress' : 'gzip' }).end(body);
    });
    await expect(fetchBytes(`${origin}/odd`, options)).rejects.toThrow(FetchRefusedError);
    await expect(fetchBytes(`${origin}/torn`, options)).rejects.toThrow();
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/',
    'file:///etc/passwd',
    'ftp://1.1.1.1/',
  ])('refuses a redirect to %s', async (target) => {
    const origin = await serve((_request, response) => response.writeHead(302, { location: target }).end());
    await expect(fetchBytes(origin, options)).rejects.toThrow(/not on the public internet|redirects to/);
  });

  it('refuses a redirect to where it has just been by itself, whatever connection is open still', async () => {
    const asked: string[] = [];
    const inside = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end('a text');
    });
    const byName = inside.replace('127.0.0.1', 'localhost');
    const outside = await serve((_request, response) =>
      response.writeHead(302, { location: `${byName}/secret` }).end(),
    );
    expect((await fetchBytes(`${byName}/feed`, options)).body.toString()).toBe('a text');
    await expect(fetchBytes(outside, options)).rejects.toThrow('localhost is not on the public internet');
    expect(asked).toEqual(['/feed']);
  });

  it('refuses a redirect to itself too, where it is not public: only its own name was trusted', async () => {
    const paths: string[] = [];
    const origin = await serve((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(301, { location: '/elsewhere' }).end();
    });
    await expect(fetchBytes(`${origin}/feed`, options)).rejects.toThrow('is not on the public internet');
    expect(paths).toEqual(['/feed']);
  });
});
