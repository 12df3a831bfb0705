import Fastify from 'fastify';
import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { trackRequester } from '#server/platform/http/requester.ts';
import type { Database } from './database.ts';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { guardedDialect } from './guarded-dialect.ts';
import { WriteTurns } from './postgres/write-turns.ts';
import { rowsOf } from './rows-of.ts';

interface Things {
  things: { id: number };
}

/** A PostgreSQL whose connections fail as planned: the n-th statement throws the n-th error, if there is one. */
function openFaulty(faults: readonly (Error | undefined)[], turns?: WriteTurns) {
  const statements: string[] = [];
  let connected = 0;
  let open = 0;
  const pool = {
    async connect() {
      connected += 1;
      open += 1;
      const name = connected;
      let isReleased = false;
      return {
        async query(text: string) {
          if (isReleased) throw new Error('the connection was released');
          const fault = faults[statements.length];
          statements.push(`${name} ${text.split(' ')[0]}`);
          if (fault) throw fault;
          return { command: 'SELECT', rowCount: 0, rows: [] };
        },
        release() {
          if (isReleased) throw new Error('released twice');
          isReleased = true;
          open -= 1;
        },
      };
    },
    end: async () => undefined,
  };
  const dialect: Dialect = new PostgresDialect({ pool: pool as never });
  const db = new Kysely<Things>({ dialect: guardedDialect(dialect, turns) });
  return { db, statements, countOpen: () => open };
}

const lost = () => new Error('Connection terminated unexpectedly');
const read = (db: Kysely<Things>) => db.selectFrom('things').selectAll().execute();
const add = (db: Kysely<Things>) => db.insertInto('things').values({ id: 1 }).execute();

describe('a lost connection', () => {
  it('is replaced for a read', async () => {
    const { db, statements, countOpen } = openFaulty([lost()]);
    expect(await read(db)).toEqual([]);
    expect([statements, countOpen()]).toEqual([['1 select', '2 select'], 0]);
  });

  it('is replaced for a read in plain SQL', async () => {
    const { db, statements, countOpen } = openFaulty([lost()]);
    expect(await rowsOf(db as unknown as Database)('select 1', [])).toEqual([]);
    expect([statements, countOpen()]).toEqual([['1 select', '2 select'], 0]);
  });

  it('is replaced at the start of a transaction, which then runs once', async () => {
    const { db, statements, countOpen } = openFaulty([lost()]);
    await db.transaction().execute(add);
    expect([statements, countOpen()]).toEqual([['1 begin', '2 begin', '2 insert', '2 commit'], 0]);
  });

  it('is replaced only once', async () => {
    const { db, statements, countOpen } = openFaulty([lost(), lost()]);
    await expect(read(db)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect([statements, countOpen()]).toEqual([['1 select', '2 select'], 0]);
  });

  it('is not replaced for a write, which may have been executed', async () => {
    const { db, statements, countOpen } = openFaulty([lost()]);
    await expect(add(db)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    const raw = openFaulty([lost()]);
    await expect(sql`select touch()`.execute(raw.db)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect([statements, raw.statements, countOpen()]).toEqual([['1 insert'], ['1 select'], 0]);
  });

  it('is not replaced for a read that writes in its `with`', async () => {
    const { db, statements } = openFaulty([lost()]);
    const query = db
      .with('added', (inner) => inner.insertInto('things').values({ id: 1 }).returning('id'))
      .selectFrom('added')
      .selectAll();
    await expect(query.execute()).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(statements).toEqual(['1 with']);
  });

  it('is not replaced within a transaction, nor for its commit', async () => {
    const inside = openFaulty([undefined, lost()]);
    await expect(inside.db.transaction().execute(read)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(inside.statements).toEqual(['1 begin', '1 select', '1 rollback']);
    const commit = openFaulty([undefined, undefined, lost()]);
    await expect(commit.db.transaction().execute(add)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(commit.statements).toEqual(['1 begin', '1 insert', '1 commit', '1 rollback']);
    expect([inside.countOpen(), commit.countOpen()]).toEqual([0, 0]);
  });

  it('is not replaced for an error of the statement', async () => {
    const { db, statements } = openFaulty([new Error('syntax error')]);
    await expect(read(db)).rejects.toThrow('syntax error');
    expect(statements).toEqual(['1 select']);
  });
});

describe('writes of requests that wait for one that fails', () => {
  const coded = (code: string) => Object.assign(new Error('failed'), { name: 'error', length: 1, code });
  /** The statuses of three requests, the first two of one network, if the first one's second statement fails. */
  async function answerAll(fault: Error): Promise<number[]> {
    const { db } = openFaulty(
      [undefined, fault],
      new WriteTurns({ atOnce: 1, perAccount: 1, maxWaitMs: 8000 }),
    );
    const app = Fastify();
    trackRequester(app);
    const addresses = ['192.0.2.1', '192.0.2.1', '198.51.100.1'];
    const allWait = Promise.withResolvers<void>();
    let arrived = 0;
    app.get('/', async () => {
      arrived += 1;
      if (arrived === addresses.length) setImmediate(allWait.resolve);
      await db.transaction().execute(async (tx) => {
        await allWait.promise;
        await add(tx);
      });
      return null;
    });
    const answers = addresses.map((remoteAddress) => app.inject({ url: '/', remoteAddress }));
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  }

  it('are refused, with those of everybody, if the database is lost', async () => {
    expect(await answerAll(lost())).toEqual([500, 500, 500]);
  });

  it('are refused, but not those of others, if only its own connection has ended, as after being idle for too long', async () => {
    const ended = new Error('Client has encountered a connection error and is not queryable');
    expect(await answerAll(ended)).toEqual([500, 500, 200]);
  });

  it('go on if its statement took too long, or waited for one that waited for it', async () => {
    expect(await answerAll(coded('57014'))).toEqual([500, 200, 200]);
    expect(await answerAll(coded('40P01'))).toEqual([500, 200, 200]);
  });
});
