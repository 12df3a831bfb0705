import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* Tests nginx with deploy/nginx.conf, if it is installed. Stubs replace the servers. */

const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((path) =>
  existsSync(path),
);
const folder = mkdtempSync(join(tmpdir(), 'altimeter-nginx-'));
const stubs: Server[] = [];
let address = '';
let stop = async () => {};

/** Answers like a server without a database: signed-in calls fail, but the market works. */
const answer: RequestListener = ({ url }, response) => {
  response.writeHead(url === '/api/auth/me' ? 503 : 200, { 'content-type': 'text/plain' }).end('answer');
};

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function listen(): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function findFreePort(): Promise<number> {
  const server = await listen();
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** Writes the configuration with other ports, and without certificates. */
function writeConfiguration(port: number): string {
  const given = readFileSync(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8');
  const [, site = ''] = /(\nserver \{\s+listen 443[\s\S]*)$/.exec(given) ?? [];
  const [upstream = ''] = /upstream altimeter \{[\s\S]*?\n\}/.exec(given) ?? [];
  const own = `${upstream}${site}`
    .replace(/127\.0\.0\.1:300(\d)/g, (_all, digit) => `127.0.0.1:${portOf(stubs[Number(digit) - 1]!)}`)
    .replace(/\n\s*listen \[::\].*/g, '')
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace(/^\s*ssl_.*$/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http {\naccess_log off;\n${temporary}\n${own}\n}\n`,
  );
  return file;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe.runIf(program)('nginx in front of three servers', () => {
  beforeAll(async () => {
    for (let count = 0; count < 3; count++) stubs.push(await listen());
    const port = await findFreePort();
    address = `http://127.0.0.1:${port}`;
    const file = writeConfiguration(port);
    const nginx = spawn(program!, ['-p', folder, '-c', file], { stdio: 'ignore' });
    const ended = once(nginx, 'exit');
    stop = async () => {
      nginx.kill('SIGTERM');
      await ended;
    };
    while (nginx.exitCode === null && !(await isListening(port)));
    expect(nginx.exitCode).toBeNull();
  });

  afterAll(async () => {
    await stop();
    for (const stub of stubs) stub.close();
    rmSync(folder, { recursive: true });
  });

  const statusesOf = async (path: string, times: number, method = 'GET') => {
    const statuses = new Set<number>();
    for (let time = 0; time < times; time++) {
      const response = await fetch(address + path, { method });
      await response.arrayBuffer();
      statuses.add(response.status);
    }
    return [...statuses];
  };

  it('serves public pages from all of them while signed-in calls are answered 503', async () => {
    expect(await statusesOf('/api/auth/me', 5)).toEqual([503]);
    expect(await statusesOf('/', 5)).toEqual([200]);
    expect(await statusesOf('/api/auth/me', 5, 'POST')).toEqual([503]);
    expect(await statusesOf('/', 5, 'POST')).toEqual([200]);
  });

  it('answers from the others when one has stopped listening', async () => {
    const [first] = stubs.splice(0, 1);
    first!.close();
    first!.closeAllConnections();
    await once(first!, 'close');
    expect(await statusesOf('/', 12)).toEqual([200]);
    expect(await statusesOf('/', 12, 'POST')).toEqual([200]);
  });
});
