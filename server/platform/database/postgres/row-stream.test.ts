import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabases } from '../../../../tests/support/databases.ts';
import { DatabaseUnavailableError } from '../database-unavailable-error.ts';
import { openRowReader } from '../row-reader.ts';
import type { StreamRows } from './row-stream.ts';

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')!;

describe.skipIf(!postgres.isAvailable)('a stream of rows', () => {
  let database: TestDatabase;
  let stream: StreamRows;
  beforeAll(async () => {
    database = await postgres.create();
    const reader = await openRowReader(database.options);
    stream = 'stream' in reader ? reader.stream : expect.fail('reads in parts');
  });
  afterAll(() => database.remove());

  async function readAll(query: string, ...parameters: (string | number)[]): Promise<unknown[]> {
    const rows: unknown[] = [];
    await stream(query, parameters, (row) => void rows.push(row));
    return rows;
  }

  it('has the columns in their order, 64-bit integers as numbers', async () => {
    const query = "select $1::text || 'b', number::bigint, null from generate_series(1, $2::int) as number";
    expect(await readAll(query, 'a', 3)).toEqual([1, 2, 3].map((number) => ['ab', number, null]));
    expect(await readAll('select 1 where false')).toEqual([]);
  });

  it('passes rows on before the last one has arrived', async () => {
    const query =
      'select case when number = 2000 then 1 / (number - 2000) else number end from generate_series(1, 5000) as number';
    let taken = 0;
    const reading = stream(query, [], () => {
      taken += 1;
    });
    await expect(reading).rejects.toThrow('division by zero');
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(2000);
  });

  it('is given up when a row is refused, and the next one is complete', async () => {
    let taken = 0;
    const reading = stream('select generate_series(1, 100000)', [], () => {
      taken += 1;
      throw new Error('refused');
    });
    await expect(reading).rejects.toThrow('refused');
    expect(taken).toBe(1);
    expect(await readAll('select generate_series(1, 3)')).toHaveLength(3);
  });

  it('runs one query after another', async () => {
    const all = await Promise.all([1, 2, 3].map((number) => readAll('select $1::int', number)));
    expect(all).toEqual([[[1]], [[2]], [[3]]]);
  });

  it('that loses its connection is an outage, and the next one is complete', async () => {
    const ended = readAll('select pg_terminate_backend(pg_backend_pid()), pg_sleep(10)');
    await expect(ended).rejects.toMatchObject({ name: DatabaseUnavailableError.name });
    expect(await readAll('select 1')).toEqual([[1]]);
  });
});
