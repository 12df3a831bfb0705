import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** How long (ms) the server hangs before it drops a connection: long enough for another kill. */
const stallMs = 100;

/** A mail server that accepts e-mails, but, unless `isSound`, refuses or drops three of every ten. */
export class FaultyMailServer {
  /** The texts of the accepted e-mails. */
  readonly accepted: string[] = [];
  tries = 0;
  readonly #server: SMTPServer;
  readonly #sockets = new Map<number, Socket>();

  constructor({ isSound = false } = {}) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => {
        this.tries += 1;
        done(!isSound && this.tries % 10 === 3 ? createTryLaterError() : undefined);
      },
      onData: (stream, { remotePort }, done) => {
        const fault = isSound ? 0 : this.tries % 10;
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          if (fault === 5) return done(createTryLaterError());
          if (fault === 7) {
            await wait(stallMs);
            this.#sockets.get(remotePort)?.destroy();
            return;
          }
          this.accepted.push(Buffer.concat(chunks).toString());
          done();
        });
      },
    });
    this.#server.on('error', () => undefined);
    this.#server.server.on('connection', (socket: Socket) => {
      const { remotePort: port = 0 } = socket;
      this.#sockets.set(port, socket);
      socket.on('close', () => this.#sockets.delete(port));
    });
  }

  /** Returns its address. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server.server, 'listening');
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}?tls=off`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

function createTryLaterError(): Error {
  return Object.assign(new Error('try later'), { responseCode: 451 });
}
