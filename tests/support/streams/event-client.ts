import { connect, type Socket } from 'node:net';

/** A client of server-sent events on a bare socket, which exposes the raw bytes. */
export interface EventClient {
  readonly socket: Socket;
  /** Everything received so far after the answer's headers. */
  body(): string;
  head(): string;
  /** Resolves as soon as the received text matches. If it never does, the test runs into its time limit. */
  until(pattern: RegExp | string): Promise<string>;
  closed: Promise<void>;
  close(): void;
}

/** Opens `GET path` on a local port. */
export function openEventClient(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): EventClient {
  const socket = connect(port, '127.0.0.1');
  const lines = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', () => {});
  const headEnd = () => received.indexOf('\r\n\r\n');
  const body = () => (headEnd() < 0 ? '' : received.slice(headEnd() + 4));
  const matches = (pattern: RegExp | string) =>
    typeof pattern === 'string' ? body().includes(pattern) : pattern.test(body());
  return {
    socket,
    body,
    head: () => received.slice(0, Math.max(0, headEnd())),
    until: (pattern) =>
      new Promise((resolve) => {
        const look = () => {
          if (!matches(pattern)) return;
          socket.off('data', look);
          resolve(body());
        };
        socket.on('data', look);
        look();
      }),
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    close: () => socket.destroy(),
  };
}
