import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testDatabases } from '../../../../tests/support/databases.ts';
import { migrateDatabase } from '../migrate-database.ts';

for (const { name, isAvailable, createEmpty } of testDatabases) {
  describe.skipIf(!isAvailable || name !== 'PostgreSQL')(`the archive of closes on ${name}`, () => {
    it('is vacuumed after the writes of a day, however large it has grown', async () => {
      const database = await createEmpty();
      onTestFinished(() => database.remove());
      const db = await database.open();
      await migrateDatabase(db);
      const { rows } = await sql<{ reloptions: string[] }>`
        select reloptions from pg_class where oid = 'close_blocks'::regclass`.execute(db);
      expect(rows[0]?.reloptions).toEqual(
        expect.arrayContaining(['autovacuum_vacuum_scale_factor=0', 'autovacuum_vacuum_threshold=500']),
      );
    });
  });
}
