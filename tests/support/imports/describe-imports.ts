import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import type { DatabaseLocation } from '#server/platform/database/row-reader.ts';
import { testDatabases } from '../databases.ts';
import { createImportApp, type ImportApp } from './import-app.ts';

export interface OpenedImports {
  readonly site: ImportApp;
  readonly db: Database;
  /** For other connections to it. */
  readonly place: DatabaseLocation;
}

/** Defines tests of imports on each database, which is created before them and removed after them. */
export function describeImports(
  title: string,
  define: (open: () => OpenedImports) => void,
  replaced: Parameters<typeof createImportApp>[2] = {},
): void {
  for (const { name, isAvailable, create } of testDatabases) {
    describe.skipIf(!isAvailable)(`${title} on ${name}`, () => {
      let opened: OpenedImports;
      let close: () => Promise<void>;
      beforeAll(async () => {
        const database = await create();
        const db = await database.open();
        await migrateDatabase(db);
        opened = { db, place: database.options, site: createImportApp(db, database.options, replaced) };
        close = async () => {
          await opened.site.stop();
          await database.remove();
        };
      });
      afterAll(() => close());
      define(() => opened);
    });
  }
}
