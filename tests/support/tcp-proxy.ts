import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP relay in front of a server, to make it unreachable without stopping it. */
export interface TcpProxy {
  readonly port: number;
  /** Breaks all connections and refuses new ones, like a stopped server. */
  cut(): Promise<void>;
  /** Keeps connections open but relays nothing, like a network that drops packets. */
  freeze(): void;
  /** Relays new connections again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a relay to a server, on a free port. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let port = 0;

  function track(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (isFrozen) socket.pause();
    return socket;
  }

  function relay(from: Socket, to: Socket): void {
    from.on('data', (chunk) => void to.write(chunk)).on('close', () => to.destroy());
    if (isFrozen) from.pause();
  }

  const open = async (): Promise<Server> => {
    const server = createServer((inner) => {
      const outer = track(connect(target));
      relay(track(inner), outer);
      relay(outer, inner);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    return server;
  };

  let server: Server | undefined = await open();

  async function cut(): Promise<void> {
    const closed = server && once(server, 'close');
    server?.close();
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  return {
    get port() {
      return port;
    },
    cut,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      // Withheld data is lost, as after a network outage.
      if (isFrozen) for (const socket of sockets) socket.destroy();
      isFrozen = false;
      server ??= await open();
    },
    close: cut,
  };
}
