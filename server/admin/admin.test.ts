import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Tier } from '#contract/plans.ts';
import { lockDataDir } from '#server/platform/database/data-dir-lock.ts';
import { useAdmin } from '../../tests/support/admin-suite.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { insertOpenings } from '../../tests/support/portfolio/opening-rows.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the operator's tool on ${name}`, () => {
    const suite = useAdmin(create);
    const { admin, addAccount, tierOf } = suite;

    it('lists the accounts', async () => {
      await addAccount('ada@example.com');
      await addAccount('bob@example.com', false);
      const { stdout } = await admin('user', 'list');
      expect(stdout).toContain('ada@example.com\tfree\tverified 1970-01-01T00:00:00.000Z\n');
      expect(stdout).toContain('bob@example.com\tfree\tnot verified\n');
      expect(stdout).toContain('2 accounts\n');
    });

    it('logs changes to the security of an account in addition to its result', async () => {
      const id = await addAccount('ada@example.com');
      const events: unknown[] = [];
      const commands = [
        ['set-tier', 'pro'],
        ['end-sessions'],
        ['unlock'],
        ['lock'],
        ['lock'],
        ['unlock'],
        ['delete'],
      ] as const;
      for (const [command, ...more] of commands) {
        const { stderr } = await admin('user', command, 'ada@example.com', ...more);
        expect(stderr).not.toContain('ada@example.com');
        events.push(
          ...stderr
            .trim()
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line)),
        );
      }
      expect(events).toMatchObject(
        ['tier_changed', 'sessions_ended', 'locked', 'unlocked', 'deleted'].map((event) => ({
          event,
          account: id,
        })),
      );
    });

    it('changes the tier of the account that has verified the address, while the server runs', async () => {
      const stranger = await addAccount('ada@example.com', false);
      expect(await admin('user', 'set-tier', 'ada@example.com', 'pro')).toMatchObject({
        code: 1,
        stderr: 'No account has verified the address ada@example.com.\n',
      });
      const id = await addAccount('ada@example.com');
      expect(await admin('user', 'set-tier', 'Ada@Example.com', 'pro')).toMatchObject({
        code: 0,
        stdout: 'ada@example.com now has the tier pro.\n',
      });
      expect([await tierOf(id), await tierOf(stranger)]).toEqual(['pro', 'free']);
    });

    it('keeps a tier that a subscription pays for, and says so', async () => {
      const id = await addAccount('ada@example.com');
      await suite.db
        .updateTable('users')
        .set({ tier: 'pro', paid_tier: 'pro' })
        .where('id', '=', id)
        .execute();
      expect((await admin('user', 'set-tier', 'ada@example.com', 'free')).stdout).toBe(
        'ada@example.com keeps the tier pro, which its subscription pays for, and gets free when that ends.\n',
      );
      await admin('user', 'set-tier', 'ada@example.com', 'premium');
      expect(await tierOf(id)).toBe('premium');
    });

    it('deletes an account', async () => {
      const id = await addAccount('ada@example.com');
      expect((await admin('user', 'delete', 'ada@example.com')).code).toBe(0);
      expect(await tierOf(id)).toBeUndefined();
      expect((await admin('user', 'delete', 'ada@example.com')).code).toBe(1);
    });

    it('lists messages, those of premium users first, then the newest', async () => {
      await addAccount('grace@example.com');
      await suite.db.updateTable('users').set({ tier: 'premium' }).execute();
      const write = (at: number, email: string, sender_tier: Tier | null = null) => ({
        id: `${at}`,
        name: 'Ada',
        email,
        subject: `Subject ${at}`,
        message: `Text ${at}:\r\n\ttwo \u001b[2Jlines.\n`,
        sender_tier,
        created_at: at,
      });
      const messages = [
        write(1, 'ada@example.com', 'premium'),
        write(2, 'bob@example.com', 'pro'),
        write(3, 'grace@example.com'),
        write(4, 'ada@example.com', 'premium'),
        write(5, 'eve@example.com'),
      ];
      await suite.db.insertInto('contact_messages').values(messages).execute();
      const { stdout } = await admin('messages', 'list');
      const lines = stdout.trimEnd().split('\n');
      expect(lines.map((line) => [line.split('\t')[0], line.split('\t')[4]])).toEqual([
        ['premium', 'Subject 4'],
        ['premium', 'Subject 1'],
        ['premium address', 'Subject 3'],
        ['-', 'Subject 5'],
        ['-', 'Subject 2'],
        ['5 messages', undefined],
      ]);
      expect(lines[0]).toBe(
        'premium\t1970-01-01T00:00:00.004Z\tada@example.com\tAda\tSubject 4\tText 4: two [2Jlines.',
      );
    });

    it('lists confirmed newsletter subscribers with their unsubscribe links', async () => {
      const lead = { magnet: 'newsletter', variant: 'blog', created_at: 1 } as const;
      const rows = [
        { ...lead, id: '1', email: 'ada@example.com', token: 'abc', confirmed_at: 2 },
        { ...lead, id: '2', email: 'bob@example.com', token: 'def', confirmed_at: null },
      ];
      await suite.db.insertInto('leads').values(rows).execute();
      expect(await admin('newsletter', 'list')).toMatchObject({
        code: 0,
        stdout: 'ada@example.com\thttp://localhost:3000/unsubscribe#abc\n',
      });
    });

    it('turns openings back into positions, and keeps an earlier backup restorable', async () => {
      const userId = await addAccount('ada@example.com');
      const portfolio = { id: 'p', user_id: userId, name: 'Main', created_at: 0, ordinal: 0 };
      await suite.db.insertInto('portfolios').values(portfolio).execute();
      await insertOpenings(suite.db, 'p', 2);
      await suite.db.updateTable('transactions').set({ type: 'buy' }).where('id', '=', 'p-1').execute();
      const file = join(suite.folder, 'copy');
      await admin('backup', file);
      const { dataDir, databaseUrl } = suite.database.options;
      const lock = lockDataDir(databaseUrl ? suite.folder : dataDir);
      expect((await admin('ledger', 'undo')).code).toBe(1);
      lock.release();
      expect(await admin('ledger', 'undo')).toMatchObject({
        code: 0,
        stdout:
          'Opening transactions are positions again, and 1 transaction is gone. Now start the version from before the ledger.\n',
      });
      const { rows } = await sql<{ id: string }>`select id from holdings`.execute(suite.db);
      expect(rows).toEqual([{ id: 'p-0' }]);
      expect((await admin('restore', file)).code).toBe(0);
      const restored = await suite.database.open();
      expect(await restored.selectFrom('transactions').select('id').orderBy('id').execute()).toEqual([
        { id: 'p-0' },
        { id: 'p-1' },
      ]);
    });

    it('imports exchange rates, and changes nothing the second time', async () => {
      const file = join(suite.folder, 'eurofxref-hist.csv');
      const broken = Array.from({ length: 101 }, (_, index) => `day ${index},1.1,160,`);
      writeFileSync(
        file,
        ['Date,USD,JPY,', '2024-03-28,1.25,160,', '2024-03-27,1.6,N/A,', ...broken].join('\n'),
      );
      const { code, stdout } = await admin('rates', 'import', file);
      const lines = stdout.trim().split('\n');
      expect([code, lines[0], lines[1]]).toEqual([
        0,
        '2 new, 0 known, 101 refused',
        'line 4: "day 0" is not a date',
      ]);
      expect(lines).toHaveLength(101);
      const rows = () =>
        suite.db.selectFrom('daily_rates').selectAll().orderBy('day').orderBy('currency').execute();
      const stored = await rows();
      expect(stored.map(({ currency, rate, source }) => [currency, rate, source])).toEqual([
        ['eur', '0.625', 'ecb'],
        ['usd', '1', 'ecb'],
        ['eur', '0.8', 'ecb'],
        ['jpy', '128', 'ecb'],
        ['usd', '1', 'ecb'],
      ]);
      expect((await admin('rates', 'import', file)).stdout).toMatch(/^0 new, 2 known, 101 refused\n/);
      expect(await rows()).toEqual(stored);
    });

    it.each(['just a text', 'Date,USD\nbroken,1\n'])('imports no rates from %j', async (text) => {
      const file = join(suite.folder, 'text');
      writeFileSync(file, text);
      const { code, stderr } = await admin('rates', 'import', file);
      expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
      expect((await admin('rates', 'import', join(suite.folder, 'missing'))).code).toBe(1);
      expect(await suite.db.selectFrom('daily_rates').selectAll().execute()).toEqual([]);
    });

    it('imports prices, and changes nothing the second time', async () => {
      const file = join(suite.folder, 'my prices.csv');
      writeFileSync(file, 'date,price\n2024-03-28,65000.5\n2024-03-27,0\n2024-03-26,64000\n');
      const args = ['prices', 'import', file, '--coin', 'bitcoin', '--currency', 'USD'];
      const { code, stdout } = await admin(...args);
      expect([code, stdout]).toEqual([0, '2 new, 0 known, 1 refused\nline 3: "0" is not a price\n']);
      const rows = () => suite.db.selectFrom('close_blocks').selectAll().execute();
      const stored = await rows();
      expect(stored).toHaveLength(1);
      expect((await admin(...args)).stdout).toMatch(/^0 new, 2 known, 1 refused\n/);
      expect(await rows()).toEqual(stored);
    });

    it.each([
      ['no-such-coin', 'usd', '2024-03-28,1'],
      ['bitcoin', 'xyz', '2024-03-28,1'],
      ['bitcoin', 'usd', 'just a text'],
    ])('imports no prices of %s in %s from %j', async (coin, currency, text) => {
      const file = join(suite.folder, 'prices.csv');
      writeFileSync(file, text);
      const { code, stderr } = await admin('prices', 'import', file, '--coin', coin, '--currency', currency);
      expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
      expect(await suite.db.selectFrom('close_blocks').selectAll().execute()).toEqual([]);
    });
  });
}

describe("the operator's tool", () => {
  const suite = useAdmin(testDatabases[0]!.create);

  it.each([
    [[]],
    [['prices', 'import']],
    [['prices', 'import', 'x', '--colour', 'red']],
    [['rates', 'import']],
    [['rates', 'export', 'x']],
    [['user']],
    [['user', 'set-tier', 'ada@example.com', 'gold']],
    [['user', 'list', 'x']],
    [['backup', 'x', 'y']],
    [['backup', 'x', '--colour']],
    [['verify']],
    [['restore']],
    [['grow', 'x']],
  ])('explains its use: %j', async (args) => {
    const { code, stderr } = await suite.run(args, {});
    expect([code, stderr]).toEqual([1, expect.stringContaining('Usage: npm run admin')]);
  });

  it('prints its result or the error, and exits with the matching status', async () => {
    const environment = suite.environment();
    expect(await suite.runProcess(['user', 'list'], environment)).toEqual({
      code: 0,
      stdout: '0 accounts\n',
      stderr: '',
    });
    expect(await suite.runProcess(['user', 'lock', 'ada@example.com'], environment)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No account has verified the address ada@example.com.\n',
    });
  });
});
