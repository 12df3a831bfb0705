import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSmtpTransport } from './mail-transport.ts';

const mail = {
  id: '1',
  account: '',
  recipient: 'ada@example.com',
  reply_to: null,
  unsubscribe_url: null,
  subject: 'S',
  body: 'the code AAAA-BBBB',
  tries: 1,
};

async function send(smtpUrl: string): Promise<void> {
  const transport = createSmtpTransport({ smtpUrl, from: 'Altimeter <no-reply@altimeter.example>' });
  try {
    await transport.send(mail);
  } finally {
    transport.close();
  }
}

/** A mail server that offers no TLS, and one behind an attacker who removed the offer. */
describe.each([
  ['has no TLS', { disabledCommands: ['STARTTLS'] }, 'offers no TLS (SMTP_URL with ?tls=off'],
  ['hides its TLS', { hideSTARTTLS: true }, 'the e-mail could not be handed over: CERT'],
])('a mail server that %s', (_name, options, reason) => {
  let server: SMTPServer;
  let address: string;
  let taken: string[];
  let greeted: number;
  beforeEach(async () => {
    taken = [];
    greeted = 0;
    server = new SMTPServer({
      ...options,
      authOptional: true,
      onMailFrom: (_address, _session, done) => {
        greeted += 1;
        done();
      },
      onData: (stream, _session, done) => {
        let text = '';
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        stream.on('end', () => {
          taken.push(text);
          done();
        });
      },
    });
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    address = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  it('gets no e-mail, not even its addresses', async () => {
    await expect(send(address)).rejects.toThrow(reason);
    expect([greeted, taken]).toEqual([0, []]);
  });

  it('gets e-mails if the operator allows it', async () => {
    await send(`${address}?tls=off`);
    expect(taken).toEqual([expect.stringContaining('AAAA-BBBB')]);
  });
});

it('the transport says why a mail server cannot be reached', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  await expect(send(`smtp://127.0.0.1:${port}`)).rejects.toThrow('handed over: ECONNREFUSED');
});
