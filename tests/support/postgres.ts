import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A PostgreSQL server for tests; if undefined, tests that need it are skipped. */
export const testDatabaseUrl = process.env.TEST_DATABASE_URL || undefined;

/** A new, empty schema in the test server: `url` connects to it, `drop` removes it with its contents. */
export async function createPostgresSchema(): Promise<{ url: string; drop(): Promise<void> }> {
  if (!testDatabaseUrl) throw new Error('TEST_DATABASE_URL is not set');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runStatement(testDatabaseUrl, `create schema ${name}`);
  const url = new URL(testDatabaseUrl);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { url: url.href, drop: () => runStatement(url.href, `drop schema ${name} cascade`) };
}

async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
