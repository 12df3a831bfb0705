import type { Migration } from 'kysely';
import { snapshotsAndLeases } from './0001-snapshots-and-leases.ts';
import { accounts } from './0002-accounts.ts';
import { watchlistsAndPortfolios } from './0003-watchlists-and-portfolios.ts';
import { learning } from './0007-learning.ts';

/** Every migration by name, applied in the order of the names. One that was ever released is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-snapshots-and-leases': snapshotsAndLeases,
  '0002-accounts': accounts,
  '0003-watchlists-and-portfolios': watchlistsAndPortfolios,
  '0007-learning': learning,
};
