import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { onePixelPng, startPictureServer } from '../../../tests/support/market/picture-server.ts';
import { fetchPicture, listPictureOrigins, PictureRefusedError } from './picture-fetch.ts';

type PictureServer = Awaited<ReturnType<typeof startPictureServer>>;
const servers: PictureServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(answer: (response: ServerResponse, url: string) => void): Promise<PictureServer> {
  const server = await startPictureServer((request, response) => answer(response, request.url ?? ''));
  servers.push(server);
  return server;
}

const fetchFrom = (server: PictureServer, path = '/a.png', timeoutMs = 5_000) =>
  fetchPicture(server.origin + path, { allowedOrigins: new Set([server.origin]), timeoutMs });

describe('fetchPicture', () => {
  it('returns the bytes of a picture whatever its declared type', async () => {
    const server = await start((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(onePixelPng),
    );
    expect(await fetchFrom(server)).toEqual(onePixelPng);
  });

  it.each([
    ['an SVG named as a PNG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html>'],
    ['nothing', ''],
  ])('refuses %s', async (_name, body) => {
    const server = await start((response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(body),
    );
    await expect(fetchFrom(server)).rejects.toThrow(PictureRefusedError);
  });

  it('refuses a picture over the limit, announced or not', async () => {
    const large = Buffer.concat([onePixelPng, Buffer.alloc(512 * 1024)]);
    const server = await start((response, url) => {
      if (url === '/announced.png') response.setHeader('content-length', large.length);
      response.write(large.subarray(0, 1_000));
      response.end(large.subarray(1_000));
    });
    for (const path of ['/announced.png', '/chunked.png'])
      await expect(fetchFrom(server, path)).rejects.toThrow('larger than');
  });

  it('times out on an endless body', async () => {
    const server = await start((response) => {
      response.write(onePixelPng);
      const drip = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(drip));
    });
    await expect(fetchFrom(server, '/a.png', 100)).rejects.toThrow();
  });

  it('contacts only allowed servers, even after a redirect', async () => {
    const secret = await start((response) => response.end(onePixelPng));
    const server = await start((response) =>
      response.writeHead(302, { location: `${secret.origin}/latest` }).end(),
    );
    await expect(fetchFrom(server)).rejects.toThrow('not allowed');
    await expect(
      fetchPicture(`${secret.origin}/a.png`, { allowedOrigins: new Set([server.origin]) }),
    ).rejects.toThrow('not allowed');
    expect(secret.requests).toEqual([]);
  });

  it('refuses addresses that only look like an allowed server', async () => {
    const secret = await start((response) => response.end(onePixelPng));
    const allowedOrigins = listPictureOrigins('https://api.coingecko.com/api/v3');
    const { host } = new URL(secret.origin);
    for (const address of [
      `http://coin-images.coingecko.com@${host}/a.png`,
      `http://${host}/coin-images.coingecko.com/a.png`,
      'http://coin-images.coingecko.com/a.png',
      'https://coin-images.coingecko.com.evil.example/a.png',
      'https://coin-images.coingecko.com:8443/a.png',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
    ])
      await expect(fetchPicture(address, { allowedOrigins })).rejects.toThrow(PictureRefusedError);
    expect(secret.requests).toEqual([]);
  });

  it('follows redirects between allowed servers, but not in circles', async () => {
    const server = await start((response, url) => {
      if (url === '/old.png') response.writeHead(301, { location: '/new.png' }).end();
      else if (url === '/circle.png') response.writeHead(302, { location: '/circle.png' }).end();
      else response.end(onePixelPng);
    });
    expect(await fetchFrom(server, '/old.png')).toEqual(onePixelPng);
    await expect(fetchFrom(server, '/circle.png')).rejects.toThrow('too often');
  });

  it('distinguishes a refusal from a server error', async () => {
    const server = await start((response, url) => response.writeHead(url === '/500' ? 500 : 404).end());
    await expect(fetchFrom(server, '/404')).rejects.toThrow(PictureRefusedError);
    await expect(fetchFrom(server, '/500')).rejects.not.toThrow(PictureRefusedError);
  });
});

describe('listPictureOrigins', () => {
  it.each([
    ['https://mirror.example/api/v3', 'https://mirror.example'],
    ['http://127.0.0.1:4000/api/v3', 'http://127.0.0.1:4000'],
    ['http://localhost:4000', 'http://localhost:4000'],
  ])('allows the server of %s', (url, origin) => {
    expect(listPictureOrigins(url)).toContain(origin);
  });

  it('does not allow plain http elsewhere', () => {
    expect([...listPictureOrigins('http://10.0.0.5:4000/api/v3')]).toEqual([
      'https://coin-images.coingecko.com',
      'https://assets.coingecko.com',
    ]);
  });
});
