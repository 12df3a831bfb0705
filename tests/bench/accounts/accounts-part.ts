import { createEmptyPostgres, testDatabaseUrl } from '../../support/postgres.ts';
import { printFindings } from '../report.ts';
import { measureSignedIn } from './signed-in-part.ts';
import { measureValuing } from './valuing-part.ts';

/** Prints the cost of signed-in users on both databases. `env` is for the servers. */
export async function benchAccounts(env: Readonly<Record<string, string>>): Promise<void> {
  printFindings('Signed in, SQLite', await measureSignedIn(env));
  if (testDatabaseUrl) {
    const { url, drop } = await createEmptyPostgres();
    try {
      printFindings('Signed in, PostgreSQL', await measureSignedIn({ ...env, DATABASE_URL: url }));
    } finally {
      await drop();
    }
  } else {
    console.log('\nSigned in, PostgreSQL: not measured, TEST_DATABASE_URL is not set');
  }
  printFindings('Valuing portfolios', measureValuing());
}
