import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import type { Database } from '../database/database.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import type { DeliveryLoop } from '../jobs/delivery-loop.ts';
import { createOutbox, type Outbox } from '../jobs/outbox.ts';
import { createMailDelivery } from './mail-delivery.ts';
import { createSmtpTransport } from './mail-transport.ts';

/** A mail server that accepts e-mails, or answers `RCPT TO` as the test says. */
class MailServer {
  readonly taken: string[] = [];
  /** The status with which it refuses senders; undefined to accept all. */
  senderRefusal: number | undefined;
  /** Called with each complete e-mail, which then never gets a response; undefined to answer all. */
  onStalled: (() => void) | undefined;
  /** The status and text of a refusal; undefined to accept everything. */
  refusal: [number, string] | undefined;
  readonly #server: SMTPServer;

  constructor() {
    const options: SMTPServerOptions = {
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_address, _session, done) => {
        const responseCode = this.senderRefusal;
        done(responseCode === undefined ? null : Object.assign(new Error('no'), { responseCode }));
      },
      onRcptTo: ({ address }, _session, done) => {
        if (!this.refusal) return done();
        const [responseCode, words] = this.refusal;
        done(Object.assign(new Error(`${words} <${address}>`), { responseCode }));
      },
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (this.onStalled) return this.onStalled();
          this.taken.push(Buffer.concat(chunks).toString());
          done();
        });
      },
    };
    this.#server = new SMTPServer(options);
    this.#server.on('error', () => undefined);
  }

  async listen(port = 0): Promise<number> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server.server, 'listening');
    return (this.#server.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

const day = 24 * 60 * 60_000;
const mail = {
  to: 'ada@example.com',
  replyTo: 'visitor@example.com',
  unsubscribeUrl:
    'https://altimeter.example/api/leads/unsubscribe/Jf2s5-BOQ8K_BH5_0olf_ngVBCHmz04wHR4rO3YYsuY',
  subject: 'A code – für dich',
  text: 'The text.\n.\nIts end: ₿\n',
  userId: null,
  lifeMs: day,
};

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`e-mails on ${name}`, () => {
    let now = 1_800_000_000_000;
    const clock = { now: () => now };
    let database: TestDatabase;
    let db: Database;
    let outbox: Outbox;
    let server: MailServer;
    let port: number;
    let log: string[];
    let delivery: DeliveryLoop;

    beforeEach(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
      outbox = createOutbox(db, clock);
      server = new MailServer();
      port = await server.listen();
      log = [];
      delivery = createDelivery(outbox);
    });
    afterEach(async () => {
      await delivery.stop();
      await server.close();
      await database.remove();
    });

    function createDelivery(from: Outbox, limits: { limitMs?: number } = {}): DeliveryLoop {
      const transport = createSmtpTransport({
        smtpUrl: `smtp://127.0.0.1:${port}?tls=off`,
        from: 'Altimeter <no-reply@altimeter.example>',
        ...limits,
      });
      const record = (fields: { err?: Error }, text: string) =>
        void log.push(JSON.stringify([fields, fields.err?.message, fields.err?.stack, text]));
      return createMailDelivery({
        outbox: from,
        transport,
        clock,
        logger: { info: record, warn: record } as never,
      });
    }

    const add = (change: Partial<typeof mail> = {}) =>
      db.transaction().execute((tx) => outbox.add(tx, { ...mail, ...change }));
    const countLeft = async () => (await outbox.listNewest(1000)).length;

    it('are sent and leave the outbox', async () => {
      await add();
      await delivery.deliverDue();
      expect(server.taken).toHaveLength(1);
      const [text = ''] = server.taken;
      expect(text).toMatch(/^From: Altimeter <no-reply@altimeter\.example>\r$/m);
      expect(text).toMatch(/^To: <?ada@example\.com>?\r$/m);
      expect(text).toMatch(/^Reply-To: <?visitor@example\.com>?\r$/m);
      expect(text).toMatch(/^Message-ID: <[\w-]+@altimeter\.example>\r$/m);
      expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      const unfolded = text.replaceAll(/\r\n\s+/g, ' ');
      expect(unfolded).toContain(`\r\nList-Unsubscribe: <${mail.unsubscribeUrl}>\r\n`);
      expect(unfolded).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
      expect(await countLeft()).toBe(0);
      await delivery.deliverDue();
      expect(server.taken).toHaveLength(1);
    });

    it('are retried at growing intervals for an unreachable server, and arrive when it is back', async () => {
      await server.close();
      await add();
      await delivery.deliverDue();
      now += 4999;
      await delivery.deliverDue();
      now += 1;
      await delivery.deliverDue();
      server = new MailServer();
      await server.listen(port);
      now += 9999;
      await delivery.deliverDue();
      expect(server.taken).toEqual([]);
      expect(log.splice(0)).toEqual([expect.stringContaining('some e-mails could not be sent')]);
      now += 1;
      await delivery.deliverDue();
      expect([server.taken.length, await countLeft()]).toEqual([1, 0]);
      expect(log).toEqual([expect.stringContaining('e-mails are sent again')]);
    });

    it('are retried after a temporary refusal, not after a permanent one', async () => {
      server.refusal = [451, 'try later'];
      await add();
      await delivery.deliverDue();
      expect(await countLeft()).toBe(1);
      server.refusal = [550, 'no such mailbox'];
      now += 5000;
      await delivery.deliverDue();
      expect([server.taken.length, await countLeft()]).toEqual([0, 0]);
      expect(log.at(-1)).toContain('refused for good');
    });

    it('wait while the server refuses our sender: the configuration can be fixed', async () => {
      server.senderRefusal = 550;
      await add();
      await delivery.deliverDue();
      expect(await countLeft()).toBe(1);
    });

    it('are retried later if the server takes too long', async () => {
      server.onStalled = () => undefined;
      await add();
      const impatient = createDelivery(outbox, { limitMs: 200 });
      await impatient.deliverDue();
      await impatient.stop();
      expect([log.length, await countLeft()]).toEqual([1, 1]);
    });

    it('do not keep the process from ending if the server does not answer', async () => {
      await add();
      const stalled = new Promise<void>((resolve) => {
        server.onStalled = resolve;
      });
      const delivered = delivery.deliverDue();
      await stalled;
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const stopped = delivery.stop();
      await vi.advanceTimersByTimeAsync(2000);
      vi.useRealTimers();
      await Promise.all([stopped, delivered]);
      expect([server.taken, await countLeft()]).toEqual([[], 1]);
      delivery = createDelivery(outbox);
    });

    it('are sent once even if that cannot be recorded immediately', async () => {
      await add();
      const forgetful = { ...outbox, remove: () => Promise.reject(new Error('the disk is full')) };
      const other = createDelivery(forgetful);
      await other.deliverDue();
      now += 60_000;
      await other.deliverDue();
      await other.stop();
      expect(server.taken).toHaveLength(1);
    });

    it('never reveal the recipient in the log', async () => {
      server.refusal = [550, 'no such mailbox'];
      await add();
      await delivery.deliverDue();
      expect(log.join()).toContain('550');
      expect(log.join()).not.toMatch(/ada|example\.com|A code/);
    });

    it('are not sent once they have expired', async () => {
      await add({ lifeMs: 1000 });
      now += 1000;
      await delivery.deliverDue();
      expect(server.taken).toEqual([]);
      await outbox.removeExpired(0);
      expect(await countLeft()).toBe(0);
    });

    it('are sent once by two servers sharing the database', async () => {
      for (let i = 0; i < 20; i++) await add({ text: `number ${i};` });
      const other = createDelivery(name === 'SQLite' ? outbox : createOutbox(await database.open(), clock));
      await Promise.all([delivery.deliverDue(), other.deliverDue()]);
      await other.stop();
      const numbers = server.taken.map((text) => /number (\d+);/.exec(text)?.[1]);
      expect(new Set(numbers).size).toBe(20);
      expect(numbers).toHaveLength(20);
    });

    it.skipIf(name === 'SQLite')(
      'that one server is claiming do not keep another from claiming the next',
      async () => {
        for (const subject of ['first', 'second']) {
          await add({ subject });
          now += 1000;
        }
        const other = createOutbox(await database.open(), clock);
        await db.transaction().execute(async (tx) => {
          await createOutbox(tx as never, clock).claimDue(1, 60_000);
          expect(await other.claimDue(2, 60_000)).toMatchObject([{ subject: 'second' }]);
        });
      },
    );

    it('that a process claimed and did not send are sent by another after two minutes', async () => {
      await add();
      expect(await outbox.claimDue(1, 2 * 60_000)).toMatchObject([{ recipient: mail.to, tries: 1 }]);
      await delivery.deliverDue();
      expect(server.taken).toEqual([]);
      now += 2 * 60_000;
      await delivery.deliverDue();
      expect(server.taken).toHaveLength(1);
    });

    it('that expire soon are sent first, the others of an account in order', async () => {
      for (const subject of ['first', 'second']) {
        await add({ subject });
        now += 1000;
      }
      await add({ subject: 'code', lifeMs: 10 * 60_000 });
      const claim = async (maxLifeMs?: number) =>
        (await outbox.claimDue(5, 60_000, maxLifeMs === undefined ? {} : { maxLifeMs })).map(
          ({ subject }) => subject,
        );
      expect(await claim()).toEqual(['code']);
      expect(await claim(60 * 60_000)).toEqual([]);
      expect(await claim()).toEqual(['first']);
      expect(await claim()).toEqual(['second']);
    });

    it('take turns by account, however many one has', async () => {
      for (let i = 0; i < 30; i++) await add({ to: 'many@example.com' });
      for (const to of ['a@example.com', 'z@example.com']) for (let i = 0; i < 3; i++) await add({ to });
      const order: string[] = [];
      for (let i = 0; i < 9; i++) {
        const [claimed] = await outbox.claimDue(1, 60_000);
        order.push(claimed!.recipient);
      }
      for (const to of ['many@example.com', 'a@example.com', 'z@example.com'])
        expect(order.filter((recipient) => recipient === to)).toHaveLength(3);
    });

    it('of an account wait while one is being sent, those of others do not', async () => {
      await add({ to: 'hung@example.com', text: 'hung' });
      const stalled = new Promise<void>((resolve) => {
        server.onStalled = resolve;
      });
      const delivered = delivery.deliverDue();
      await stalled;
      server.onStalled = undefined;
      for (let i = 0; i < 3; i++) await add({ to: 'hung@example.com' });
      for (let i = 0; i < 20; i++) await add({ to: `${i}@example.com` });
      await add({ to: 'hung@example.com', text: 'a code', lifeMs: 10 * 60_000 });
      await expect.poll(countLeft, { timeout: 20_000, interval: 5 }).toBe(4);
      expect(server.taken.filter((text) => text.includes('hung@example.com'))).toEqual([
        expect.stringContaining('a code'),
      ]);
      await delivery.stop();
      await delivered;
      delivery = createDelivery(outbox);
    });

    it('can be changed and recalled until they are claimed', async () => {
      const change = (id: string) =>
        db.transaction().execute((tx) => outbox.update(tx, id, { subject: 'B', text: 'b' }));
      const id = await db.transaction().execute((tx) => outbox.add(tx, { ...mail, delayMs: 1000 }));
      await delivery.deliverDue();
      expect([server.taken, await change(id)]).toEqual([[], true]);
      now += 1000;
      expect(await change(id)).toBe(false);
      expect(await outbox.claimDue(1, 60_000)).toMatchObject([{ subject: 'B', body: 'b' }]);
      const other = await db.transaction().execute((tx) => outbox.add(tx, mail));
      expect(await db.transaction().execute((tx) => outbox.recall(tx, [id, other]))).toEqual([other]);
    });

    it('do not exist if their transaction was rolled back', async () => {
      const rolledBack = db.transaction().execute(async (tx) => {
        await outbox.add(tx, mail);
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      expect(await countLeft()).toBe(0);
    });

    it('are sent once delivery is started', async () => {
      await add();
      delivery.start();
      await delivery.stop();
      expect(server.taken).toHaveLength(1);
      delivery = createDelivery(outbox);
    });
  });
}
