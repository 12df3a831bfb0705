import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A name server on this machine. */
export interface DnsServer {
  /** Such as `127.0.0.1:5353`. */
  readonly address: string;
  close(): void;
}

/** How many bytes come before the question. */
const headerLength = 12;

/**
 * Starts a name server. `answer` returns the addresses of a name each time it is asked for, of which the question's
 * family is sent; undefined: it is never answered.
 */
export async function startDnsServer(
  answer: (name: string) => readonly string[] | undefined,
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    const found = answer(name)?.filter((one) => isIPv4(one) === (type === 1));
    if (found) socket.send(composeAnswer(query.subarray(0, end), type, found), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** RFC 1035, 4.1: the question again, then a record of each address. */
function composeAnswer(question: Buffer, type: number, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  // A response, recursion available, no error.
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = toBytes(address);
    const record = Buffer.alloc(12);
    // The name is that of the question.
    record.writeUInt16BE(0xc000 + headerLength, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, ...records]);
}

function toBytes(address: string): Buffer {
  return Buffer.from(ipaddr.parse(address).toByteArray());
}
