import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable-error.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createHttpApp } from '#server/platform/http/http-app.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { createLogger } from './logger.ts';

function collectLog(level = 'trace') {
  const lines: string[] = [];
  const logger = createLogger(level, { write: (line: string) => void lines.push(line) });
  return { logger, lines, text: () => lines.join('') };
}

it('The log contains neither credentials nor rows rejected by a database', () => {
  const { logger, text } = collectLog('info');
  const err = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.com)',
  });
  const headers = { authorization: 'Bearer abc', cookie: 'a=b', 'set-cookie': 'c=d', accept: 'text/html' };
  logger.error({ err, headers, request: { headers } }, 'a request failed');
  expect(text()).toContain('duplicate key');
  expect(text()).toContain('text/html');
  expect(text()).not.toMatch(/ada@example|Bearer|a=b|c=d/);
});

describe('A line of any level', () => {
  it.each([
    ['an e-mail address', 'ada.lovelace@example.com'],
    ['an address in another script', 'адам@пример.example'],
    ['a password in an address', 'postgres://altimeter:hunter2@db.example/altimeter'],
    ['a code', 'K7QX-2M9D'],
    ['a link', 'https://altimeter.example/signin/verify#q8W3nX0v'],
    ['a query string', '/reset?email=ada&next=%2Faccount'],
    ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlIG9mIGl0'],
    ['an API key', 'alt_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'],
    ['a random secret', 'x'.repeat(43)],
    ['an inbox key', '0123456789abcdef0123456789abcdef'],
    ['a key of a provider', 'whsec_abcdef0123456789'],
  ])('never has %s', (_, secret) => {
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) {
      const { logger, lines, text } = collectLog();
      logger[level]({ note: secret, err: new Error(`no such thing: ${secret}`) }, `refused ${secret}.`);
      logger[level](new Error(secret, { cause: new TypeError(`"${secret}" is wrong`) }));
      expect(lines).toHaveLength(2);
      expect(lines.map((line) => JSON.parse(line).level)).toHaveLength(2);
      for (const part of secret
        .split(/[/@:?#]|&/)
        .filter((word) => /hunter2|q8W3|email=|ada\.|адам/.test(word)))
        expect(text()).not.toContain(part);
      expect(text()).not.toContain(secret);
    }
  });

  it('shows where a fault arose, and why', () => {
    const { logger, lines } = collectLog();
    logger.error(
      { err: new TypeError('x is not a function', { cause: new RangeError('too far') }) },
      'fault',
    );
    const { err } = JSON.parse(lines[0]!);
    expect(err).toMatchObject({ type: 'TypeError', cause: { type: 'RangeError', message: 'too far' } });
    expect(err.stack).toMatch(/^ {4}at .*logger\.test\.ts/);
  });

  it('contains none of the values that a parser or the database could not read', () => {
    const { logger, text } = collectLog();
    const refused = Object.assign(new Error('invalid input syntax for type uuid: "dear diary"'), {
      code: '22P02',
      query: 'select dear diary',
      parameters: ['dear diary'],
    });
    logger.error({ err: refused }, 'a request failed');
    let parsed: unknown;
    try {
      parsed = JSON.parse('dear diary');
    } catch (err) {
      logger.error({ err }, 'a request failed');
    }
    expect(parsed).toBeUndefined();
    expect(text()).toContain('22P02');
    expect(text()).not.toMatch(/dear|diary/);
  });
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
    expect(err.message).toBe('GET https://a.example/x[hidden] failed for [hidden]');
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
    expect(lines.join('')).toContain('failed for [hidden]');
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
