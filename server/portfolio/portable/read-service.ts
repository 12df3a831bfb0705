import type { Database } from '#server/platform/database/database.ts';
import { createMergedPortfolioStore } from '../imports/merged-portfolio-store.ts';
import { filesIncomparable, filesUnsettled } from '../ledger/transactions/ledger-source-store.ts';
import { readPortfolios } from './read-store.ts';

/**
 * All portfolios of a user, for an account file. Throws `unavailable` while the files of merged accounts are still to be
 * compared, and `conflict` if they can't be: in the account that imports the file, they would never be compared.
 */
export async function readSettledPortfolios(db: Database, userId: string): ReturnType<typeof readPortfolios> {
  const merged = createMergedPortfolioStore();
  const unsettled = await merged.list(db, userId);
  for (const id of unsettled) if (await merged.isGivenUp(db, id)) throw filesIncomparable();
  if (unsettled.length > 0) throw filesUnsettled();
  return readPortfolios(db, userId);
}
