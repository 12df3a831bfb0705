import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

// The minimum cost of a stream: bare `node:http`, and one prepared chunk written to each socket.

const [size = '0'] = process.argv.slice(2);
const chunk = Buffer.from(`${'x'.repeat(Number(size) - 2)}\n\n`);
const sockets = new Set<Socket>();

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    for (const socket of sockets) socket.write(chunk);
    response.end('{}');
    return;
  }
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  const { socket } = response;
  if (!socket) return;
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  socket.write('id: 1\n\n');
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
