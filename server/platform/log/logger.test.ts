import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable-error.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createHttpApp } from '#server/platform/http/http-app.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { createLogger } from './logger.ts';

it('The log contains neither credentials nor rows rejected by a database', () => {
  let line = '';
  const logger = createLogger('info', {
    write: (text: string) => {
      line += text;
    },
  });
  const err = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.com)',
  });
  const headers = { authorization: 'Bearer abc', cookie: 'a=b', 'set-cookie': 'c=d', accept: 'text/html' };
  logger.error({ err, headers, request: { headers } }, 'a request failed');
  expect(line).toContain('duplicate key');
  expect(line).toContain('text/html');
  expect(line).not.toMatch(/ada@example|Bearer|a=b|c=d/);
});

describe('A logged error', () => {
  function log(err: unknown): { text: string; err: Record<string, unknown> } {
    let text = '';
    const write = (line: string) => {
      text += line;
    };
    createLogger('info', { write }).error({ err }, 'it failed');
    return { text, err: JSON.parse(text).err };
  }

  it.each(testDatabases.filter(({ isAvailable }) => isAvailable))(
    'of $name has neither the statement nor its values',
    async ({ create }) => {
      const database = await create();
      const db = await database.open();
      await migrateDatabase(db);
      const row = { name: 'ada@example.com', holder: 'secret-1', expires_at: 1 };
      await db.insertInto('leases').values(row).execute();
      const insert = (values: object) => () =>
        db
          .insertInto('leases')
          .values({ ...row, ...values })
          .execute();
      const faults = [
        insert({ holder: 'secret-2' }),
        insert({ name: 'secret-3', expires_at: { toPostgres: () => 'secret-4' } }),
        () => sql`select * from leases where no_column = ${'secret-5'}`.execute(db),
        () => sql`select cast(${'secret-6'} as integer) from leases, no_table`.execute(db),
      ];
      for (const fault of faults) {
        const reason = await fault().catch((error: unknown) => error);
        const { text, err } = log(reason);
        expect(text).not.toMatch(/secret-|ada@example|insert into|select \*|postgres:/);
        expect(err.stack).toContain('    at ');
      }
      await database.remove();
    },
  );

  it('of PostgreSQL that quotes a value is only its code', () => {
    const error = new pg.DatabaseError('invalid input syntax for type bigint: "a note of mine"', 1, 'error');
    Object.assign(error, {
      code: '22P02',
      severity: 'ERROR',
      where: "unnamed portal parameter $1 = 'a note'",
    });
    const { text, err } = log(error);
    expect(err).toMatchObject({ code: '22P02', message: 'PostgreSQL 22P02' });
    expect(text).not.toContain('note');
  });

  it('hides addresses and query strings in its text and its causes', () => {
    const cause = new Error('550 <ada@example.com>: no such user');
    const { text, err } = log(
      new Error('GET https://a.example/x?token=abc failed for ada@example.com', { cause }),
    );
    expect(err.message).toBe('GET https://a.example/x?[hidden] failed for [address]');
    expect(text).toContain('no such user');
    expect(text).not.toMatch(/ada@|token=abc/);
  });

  it('of a request has no values either', async () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
    const app = createHttpApp({ logger, headers: {}, trustedProxies: 0 });
    app.get('/fault', () => {
      throw Object.assign(new Error('failed for ada@example.com'), { detail: 'a note', query: 'select 1' });
    });
    expect((await app.inject('/fault?token=abc')).statusCode).toBe(500);
    expect(lines.join('')).toContain('failed for [address]');
    expect(lines.join('')).not.toMatch(/ada@|a note|select 1|token=abc/);
    await app.close();
  });

  it('does not say why a database is unavailable in the words of its driver', () => {
    const driver = Object.assign(new Error('could not write "note" to /var/lib/x'), { code: '58030' });
    const { text, err } = log(new DatabaseUnavailableError('58030', { cause: driver }));
    expect(err).toMatchObject({ type: 'DatabaseUnavailableError', code: '58030' });
    expect(text).not.toMatch(/note|var.lib/);
  });
});
