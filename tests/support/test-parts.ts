import { Registry } from 'prom-client';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { createSharedParts, type SharedParts } from '#server/platform/shared-parts.ts';
import { testSecret } from './accounts/account-app.ts';

/** The parts that modules share, as in another process on the same database. Logs nothing. */
export function createTestParts({ db, clock }: { db: Database; clock?: Clock }): SharedParts {
  return createSharedParts({
    database: db,
    ...(clock && { clock }),
    logger: createLogger('silent'),
    registry: new Registry(),
    secret: testSecret,
    version: '1.2.3',
    publicUrl: () => 'http://localhost:3000',
    isRateLimited: false,
  });
}
