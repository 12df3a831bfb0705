import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, isIP, type LookupFunction } from 'node:net';
import { createHttpClient, type HttpClient } from '#server/platform/net/http-client.ts';
import { makeSelfSigned } from '../self-signed.ts';

export interface PushRequest {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A push service on this machine, over https with its own certificate. */
export interface PushService {
  /** `https://localhost:PORT` */
  readonly url: string;
  /** A client that reaches it, although it is not on the public internet. */
  readonly http: HttpClient;
  /** Its certificate. */
  readonly ca: string;
  readonly requests: PushRequest[];
  /** Answers the next requests. */
  answer: (reply: ServerResponse) => void;
  close(): Promise<void>;
}

/** Starts a push service on a free port. */
export async function startPushService(): Promise<PushService> {
  const { key, cert } = makeSelfSigned();
  const requests: PushRequest[] = [];
  const server = createServer({ key, cert }, async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push({ path: request.url, headers: request.headers, body: Buffer.concat(chunks) });
    service.answer(reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: PushService = {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    http: createHttpClient({ ca: cert, lookup: resolveToLoopback }),
    ca: cert,
    requests,
    answer: (reply) => reply.writeHead(201).end(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

const resolveToLoopback: LookupFunction = (_name, { all }, callback) => {
  const address = '127.0.0.1';
  const family = isIP(address);
  if (all) callback(null, [{ address, family }]);
  else callback(null, address, family);
};

/** Decrypts a message as a browser does: RFC 8291 over RFC 8188, one record. */
export function decryptPush(body: Buffer, { curve, auth }: { curve: ECDH; auth: string }): unknown {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const serverKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const secret = curve.computeSecret(serverKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), serverKey]);
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.from(auth, 'base64url'), info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The text ends with a delimiter and padding.
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}
