import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { startPictureServer } from '../../../tests/support/market/picture-server.ts';
import { createHttpClient, type OutgoingRequest } from './http-client.ts';
import { ResponseRefusedError } from './read-body.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const servers: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serve(answer: Answer): Promise<string> {
  const server = await startPictureServer(answer);
  servers.push(server);
  return server.origin;
}

const client = createHttpClient();
/** Like a feed: the configured address may be private, but redirect targets may not. */
const feed: OutgoingRequest = {
  headers: { 'user-agent': 'Test/1' },
  reachOf: (_url, redirects) => (redirects === 0 ? 'anywhere' : 'public'),
  maxRedirects: 5,
  isBodyRead: (status) => status === 200,
  maxBytes: 10_000,
  timeoutMs: 5_000,
};

describe('an HTTP client', () => {
  it('sends the headers and decompresses the response', async () => {
    const origin = await serve((request, response) => {
      const encoding = request.url === '/br' ? 'br' : 'gzip';
      const text = `hello ${request.headers['user-agent']}`;
      const body = encoding === 'br' ? brotliCompressSync(text) : gzipSync(text);
      response.writeHead(200, { 'content-encoding': encoding, etag: '"1"' }).end(body);
    });
    for (const path of ['/gzip', '/br']) {
      const { status, headers, body, url } = await client.send(origin + path, feed);
      expect([status, headers.get('etag'), body.toString(), url]).toEqual([
        200,
        '"1"',
        'hello Test/1',
        origin + path,
      ]);
    }
  });

  it('skips the body of an error status', async () => {
    const origin = await serve((_request, response) => response.writeHead(404).end('x'.repeat(100_000)));
    expect(await client.send(origin, feed)).toMatchObject({ status: 404, body: Buffer.alloc(0) });
  });

  it('stops at the size limit, even for a decompression bomb', async () => {
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
    await expect(client.send(`${origin}/bomb`, feed)).rejects.toThrow(ResponseRefusedError);
    await expect(client.send(`${origin}/endless`, feed)).rejects.toThrow(ResponseRefusedError);
  });

  it('times out before the headers and within the body', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/silent') return;
      response.writeHead(200);
      const trickle = setInterval(() => response.write('.'), 5);
      response.once('close', () => clearInterval(trickle));
    });
    const short = { ...feed, timeoutMs: 100 };
    await expect(client.send(`${origin}/silent`, short)).rejects.toThrow();
    await expect(client.send(`${origin}/trickle`, short)).rejects.toThrow();
  });

  it('ends as soon as the signal aborts', async () => {
    const origin = await serve(() => undefined);
    const stopping = new AbortController();
    const fetching = client.send(origin, { ...feed, signal: stopping.signal });
    stopping.abort();
    await expect(fetching).rejects.toThrow();
  });

  it('refuses an unexpected encoding and a truncated body', async () => {
    const origin = await serve((request, response) => {
      const isOdd = request.url === '/odd';
      const body = isOdd ? Buffer.from('?') : gzipSync('a text').subarray(0, 12);
      response.writeHead(200, { 'content-encoding': isOdd ? 'compress' : 'gzip' }).end(body);
    });
    await expect(client.send(`${origin}/odd`, feed)).rejects.toThrow(ResponseRefusedError);
    await expect(client.send(`${origin}/torn`, feed)).rejects.toThrow();
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
    await expect(client.send(origin, feed)).rejects.toThrow(/not on the public internet|redirects to/);
  });

  it('refuses a redirect to a private address that it has an open connection to', async () => {
    const requests: string[] = [];
    const inside = await serve((request, response) => {
      requests.push(request.url ?? '');
      response.end('a text');
    });
    const byName = inside.replace('127.0.0.1', 'localhost');
    const outside = await serve((_request, response) =>
      response.writeHead(302, { location: `${byName}/secret` }).end(),
    );
    expect((await client.send(`${byName}/feed`, feed)).body.toString()).toBe('a text');
    await expect(client.send(outside, feed)).rejects.toThrow('localhost is not on the public internet');
    expect(requests).toEqual(['/feed']);
  });

  it('refuses a redirect to the same private server: only the configured address is trusted', async () => {
    const paths: string[] = [];
    const origin = await serve((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(301, { location: '/elsewhere' }).end();
    });
    await expect(client.send(`${origin}/feed`, feed)).rejects.toThrow('is not on the public internet');
    expect(paths).toEqual(['/feed']);
  });

  it('immediately refuses a private address if only the public internet is allowed', async () => {
    const requests: string[] = [];
    const origin = await serve((request, response) => {
      requests.push(request.url ?? '');
      response.end();
    });
    const publicOnly: OutgoingRequest = { ...feed, reachOf: () => 'public' };
    const byName = origin.replace('127.0.0.1', 'localhost');
    await expect(client.send(origin, publicOnly)).rejects.toThrow('127.0.0.1 is not on the public internet');
    await expect(client.send(byName, publicOnly)).rejects.toThrow('localhost is not on the public internet');
    expect(requests).toEqual([]);
  });

  it('returns a redirect that it should not follow, and refuses one too many', async () => {
    const origin = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
    expect(await client.send(origin, { ...feed, maxRedirects: 0 })).toMatchObject({ status: 302 });
    const looping: OutgoingRequest = { ...feed, reachOf: () => 'anywhere' };
    await expect(client.send(origin, looping)).rejects.toThrow('too often');
  });

  it('posts a body', async () => {
    const origin = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      response.end(`${request.method} ${Buffer.concat(chunks)}`);
    });
    const post: OutgoingRequest = { ...feed, method: 'POST', body: Buffer.from('a text') };
    expect((await client.send(origin, post)).body.toString()).toBe('POST a text');
  });
});
