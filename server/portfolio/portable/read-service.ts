import type { Database } from '#server/platform/database/database.ts';
import { createMergedPortfolioStore } from '../imports/merged-portfolio-store.ts';
import { filesUnsettled } from '../ledger/transactions/ledger-source-store.ts';
import { readPortfolios } from './read-store.ts';

/**
 * All portfolios of a user, for an account file. Throws `unavailable` while the files of merged accounts are still to be
 * compared: in the account that imports it they never would be.
 */
export async function readSettledPortfolios(db: Database, userId: string): ReturnType<typeof readPortfolios> {
  const unsettled = await createMergedPortfolioStore().list(db, userId);
  if (unsettled.length > 0) throw filesUnsettled();
  return readPortfolios(db, userId);
}
