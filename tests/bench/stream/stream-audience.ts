import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Many clients of a stream, who count what they are told. */
export interface Audience {
  /** Blocks that every client has been told since it came: the fewest and the most. */
  count(): { least: number; most: number };
  /** Resolves once every client has been told so many blocks. */
  hasAll(blocks: number): Promise<void>;
  /** Bytes of the newest block, at the first client. */
  newestSize(): number;
  leave(): Promise<void>;
}

const atOnce = 200;

interface Client {
  readonly socket: Socket;
  blocks: number;
  /** Of the block that has not ended yet, or of the last one. */
  size: number;
  hasEndedBlock: boolean;
  endsInNewline: boolean;
}

/** Counts the ends of blocks (an empty line), which may come apart. */
function read(client: Client, bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) {
    if (client.hasEndedBlock) [client.size, client.hasEndedBlock, client.endsInNewline] = [0, false, false];
    const newline = bytes.indexOf(10, from);
    const end = newline < 0 ? bytes.length : newline + 1;
    client.size += end - from;
    if (newline < 0) client.endsInNewline = false;
    else if (newline === from && client.endsInNewline) {
      // A sign of life is a block too, of three bytes.
      if (client.size > 3) client.blocks += 1;
      client.hasEndedBlock = true;
    } else client.endsInNewline = true;
    from = end;
  }
}

async function join(url: URL, token: string | undefined): Promise<Client> {
  const socket = connect({ host: url.hostname, port: Number(url.port) });
  const client: Client = { socket, blocks: 0, size: 0, hasEndedBlock: false, endsInNewline: false };
  const signedIn = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  socket.write(`GET /api/stream HTTP/1.1\r\nHost: ${url.host}\r\n${signedIn}\r\n`);
  let head = '';
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    // What a client is greeted with ends with its place.
    socket.on('data', function greet(bytes: Buffer) {
      head += bytes.toString();
      if (!/id: .*\n\n$/.test(head)) return;
      socket.off('data', greet);
      resolve();
    });
  });
  socket.on('data', (bytes) => read(client, bytes));
  return client;
}

/** `tokenOf` gives each client its token; guests where it is absent. */
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
    const joining = Array.from({ length: count }, (_, index) => join(url, tokenOf(first + index)));
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

/** Clients that ask for the stream and never read a byte of it. Gives how they leave. */
export async function gatherSleepers(address: string, size: number): Promise<() => void> {
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
