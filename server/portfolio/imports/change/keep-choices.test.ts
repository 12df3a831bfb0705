import { expect, it } from 'vitest';
import { plainRow } from '../../../../tests/support/imports/plain-row.ts';
import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import type { MergedRow } from '../algebra/import-row.ts';
import { keepChoices } from './keep-choices.ts';
import type { PortfolioPlan } from './plan-service.ts';

it('looks at the history of a coin once, however many positions of it were replaced', () => {
  const count = 1000;
  let reads = 0;
  const rows = Array.from({ length: count }, (_, place): MergedRow => {
    const counted = {
      key: `${place}`,
      aliases: [],
      row: plainRow,
      sources: [0, 1].map((file) => ({ row: plainRow, file })),
    };
    return Object.defineProperty(counted, 'row', {
      get: () => {
        reads += 1;
        return plainRow;
      },
    });
  });
  const files = ['undone', 'other'].map((id) => ({ record: { id } }));
  const plan = { files, ledger: { rows }, imported: [], own: [], leftOut: new Set() };
  const before = plan as unknown as PortfolioPlan;
  const coinId = (plainRow.in as { coinId: string }).coinId;
  const replaced = Array.from({ length: count }, (_, place) => {
    const opening = { id: `opening ${place}`, type: 'opening', in_coin: coinId };
    return opening as unknown as TransactionRow;
  });
  const none = { stored: new Map(), added: [], removed: [] };
  const { kept } = keepChoices(before, before, none, { id: 'undone', leftOut: new Set(), replaced });
  expect([...new Set(kept.replaced.values())]).toEqual(['other']);
  expect(kept.replaced.size).toBe(count);
  expect(reads).toBeLessThan(count * 10);
});
