import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Many clients of a stream that count what they receive. */
export interface Audience {
  /** The fewest and the most blocks that any client has received since it connected. */
  count(): { least: number; most: number };
  /** Resolves once every client has received `blocks` blocks. */
  hasAll(blocks: number): Promise<void>;
  /** Bytes of the newest block, at the first client. */
  newestSize(): number;
  leave(): Promise<void>;
}

const atOnce = 200;

interface Client {
  readonly socket: Socket;
  blocks: number;
  /** Bytes of the unfinished block, or of the last one. */
  size: number;
  hasEndedBlock: boolean;
  endsInNewline: boolean;
}

/** Counts block ends (an empty line), which may be split between chunks. */
function read(client: Client, bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) {
    if (client.hasEndedBlock) [client.size, client.hasEndedBlock, client.endsInNewline] = [0, false, false];
    const newline = bytes.indexOf(10, from);
    const end = newline < 0 ? bytes.length : newline + 1;
    client.size += end - from;
    if (newline < 0) client.endsInNewline = false;
    else if (newline === from && client.endsInNewline) {
      // A heartbeat is a block too, of three bytes.
      if (client.size > 3) client.blocks += 1;
      client.hasEndedBlock = true;
    } else client.endsInNewline = true;
    from = end;
  }
}

/** A distinct address for each client. Only servers behind a proxy read it, and limit streams by it. */
const addressOf = (place: number) => `10.${(place >> 8) & 255}.${place & 255}.1`;

async function join(url: URL, place: number, token: string | undefined): Promise<Client> {
  const socket = connect({ host: url.hostname, port: Number(url.port) });
  const client: Client = { socket, blocks: 0, size: 0, hasEndedBlock: false, endsInNewline: false };
  const signedIn = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  const head = `Host: ${url.host}\r\nX-Forwarded-For: ${addressOf(place)}\r\n${signedIn}`;
  socket.write(`GET /api/stream HTTP/1.1\r\n${head}\r\n`);
  let greeting = '';
  let rest = '';
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    // The greeting ends with the client's position. An event may follow at once.
    socket.on('data', function greet(bytes: Buffer) {
      greeting += bytes.toString();
      if (greeting.length > 12 && !greeting.startsWith('HTTP/1.1 200'))
        reject(new Error(`a stream was answered with ${greeting.slice(0, 20)}`));
      const position = /id: .*\n\n/.exec(greeting);
      if (!position) return;
      rest = greeting.slice(position.index + position[0].length);
      socket.off('data', greet);
      resolve();
    });
  });
  if (rest) read(client, Buffer.from(rest));
  socket.on('data', (bytes) => read(client, bytes));
  return client;
}

/** Connects many clients. `tokenOf` gives each client its token; without it they are guests. */
export async function gatherAudience(
  address: string,
  size: number,
  tokenOf: (place: number) => string | undefined = () => undefined,
): Promise<Audience> {
  const url = new URL(address);
  const clients: Client[] = [];
  while (clients.length < size) {
    const count = Math.min(atOnce, size - clients.length);
    const first = clients.length;
    const joining = Array.from({ length: count }, (_, index) =>
      join(url, first + index, tokenOf(first + index)),
    );
    clients.push(...(await Promise.all(joining)));
  }
  const count = () => {
    let [least, most] = [Number.POSITIVE_INFINITY, 0];
    for (const { blocks } of clients) {
      least = Math.min(least, blocks);
      most = Math.max(most, blocks);
    }
    return { least, most };
  };
  return {
    count,
    async hasAll(blocks) {
      while (count().least < blocks) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    newestSize: () => clients[0]?.size ?? 0,
    async leave() {
      await Promise.all(
        clients.map(({ socket }) => {
          socket.destroy();
          return once(socket, 'close');
        }),
      );
    },
  };
}

/** Connects clients that request the stream and never read it. Returns the function that disconnects them. */
export async function connectStalledClients(address: string, size: number): Promise<() => void> {
  const url = new URL(address);
  const sockets = new Set<Socket>();
  for (let index = 0; index < size; index++) {
    const socket = connect({ host: url.hostname, port: Number(url.port) });
    socket.pause();
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(`GET /api/stream HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
    sockets.add(socket);
  }
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
