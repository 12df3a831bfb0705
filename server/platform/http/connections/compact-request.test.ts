import { type AddressInfo, connect, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBareApp } from '../../../../tests/support/bare-app.ts';
import { CompactRequest } from './compact-request.ts';

let app: FastifyInstance;
let pieces: Buffer[];

beforeEach(async () => {
  app = createBareApp();
  pieces = [];
  app.addContentTypeParser('text/plain', async (_request: FastifyRequest, payload: Readable) => {
    for await (const piece of payload) pieces.push(piece as Buffer);
    return Buffer.concat(pieces).toString();
  });
  app.post('/', ({ body }) => body);
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

/** Sends bodies in chunks of one byte, one request after another. Resolves with the answers when the connection ends. */
async function sendBytewise(path: string, ...texts: readonly string[]): Promise<string> {
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  client.setEncoding('utf8').on('data', (part: string) => {
    received += part;
  });
  // A connection that is closed while it sends has an error.
  client.on('error', () => undefined);
  const closed = new Promise((resolve) => client.once('close', resolve));
  for (const [index, text] of texts.entries()) {
    const connection = index + 1 === texts.length ? 'close' : 'keep-alive';
    const head = `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: ${connection}\r\ncontent-type: text/plain\r\n`;
    const chunks = [...text].map((letter) => `1\r\n${letter}\r\n`).join('');
    client.write(`${head}transfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
  }
  await closed;
  return received;
}

describe('A body in chunks of one byte', () => {
  it('arrives in few pieces', async () => {
    const text = 'abcdefghij'.repeat(25);
    expect((await sendBytewise('/', text)).split('\r\n\r\n')[1]).toBe(text);
    expect(pieces.length).toBeLessThan(5);
  });

  it('that is much longer closes its connection', async () => {
    expect(await sendBytewise('/', 'x'.repeat(2000))).toBe('');
    expect(pieces.join('').length).toBeLessThan(2000);
  });

  it('is counted even if the request was refused before', async () => {
    const answers = await sendBytewise('/nothing', 'x'.repeat(200_000), 'x');
    expect(answers.split('HTTP/1.1 404 ').length - 1).toBeLessThan(2);
  });

  it('of a refused request is skipped up to the next request', async () => {
    const answers = await sendBytewise('/nothing', 'x'.repeat(200), 'x');
    expect(answers.split('HTTP/1.1 404 ').length - 1).toBe(2);
  });
});

it.each([
  ['one short piece', [5]],
  ['short and long pieces', [1, 2000, 1023, 1023, 1023, 1023, 1023, 1023, 1023, 1023, 1024, 3, 70_000, 1]],
  ['many short pieces', Array.from({ length: 900 }, (_, index) => ((index % 7) + 5) * 11)],
])('All bytes are passed on in order: %s', async (_name, lengths) => {
  const request = new CompactRequest(new Socket());
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
  let sent = 0;
  for (const length of lengths) {
    request.push(bytes.subarray(sent, sent + length));
    sent += length;
  }
  request.push(null);
  const read = await request.toArray();
  expect(Buffer.concat(read as Buffer[]).equals(bytes.subarray(0, sent))).toBe(true);
});
