import type { LedgerChanges } from '../../../server/portfolio/ledger/calculator/ledger-source.ts';
import { entryOf } from './ledger-entries.ts';

/** Opens a ledger in the thread that reads it: `count` purchases of 1 bitcoin. */
export async function openReadChanges(options: { readonly count: number }) {
  return async (): Promise<LedgerChanges> => ({
    revision: 1,
    replaces: true,
    removedIds: [],
    entries: Array.from({ length: options.count }, (_, index) =>
      entryOf(`t${index}`, 'buy', '2024-01-01', { in: '1 bitcoin', out: '10 USD' }),
    ),
  });
}
