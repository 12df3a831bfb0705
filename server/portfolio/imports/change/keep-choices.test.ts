import { expect, it } from 'vitest';
import { describeImports } from '../../../../tests/support/imports/describe-imports.ts';
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
  const plan = { files, ledger: { rows }, imported: [], own: [], leftOut: new Set(), moved: new Map() };
  const before = plan as unknown as PortfolioPlan;
  const coinId = (plainRow.in as { coinId: string }).coinId;
  const replaced = Array.from({ length: count }, (_, place) => {
    const opening = { id: `opening ${place}`, type: 'opening', in_coin: coinId };
    return opening as unknown as TransactionRow;
  });
  const none = { stored: new Map(), added: [], removed: [] };
  const { kept } = keepChoices(before, before, none, { id: 'undone', replaced });
  expect([...new Set(kept.replaced.values())]).toEqual(['other']);
  expect(kept.replaced.size).toBe(count);
  expect(reads).toBeLessThan(count * 10);
});

describeImports('A row that was left out of a file with its id', (open) => {
  it('stays left out while a file without the id has it, whichever files are undone', async () => {
    const columns = 'pair,time,type,vol,cost,fee';
    const trade = 'XXBTZUSD,2024-01-02T10:00:00Z,buy,0.5,20000,0';
    const withId = `txid,${columns}\nT1,${trade}`;
    const user = await open().site.open();
    await user.call('POST', `/api/portfolios/${user.main.id}/transactions`, {
      type: 'buy',
      occurredAt: '2024-01-02T10:30:00Z',
      in: { coinId: 'bitcoin', amount: '0.5' },
      out: { currency: 'USD', amount: '20000' },
    });
    const { body } = await user.upload(withId);
    const answers = { [body.questions[0]!.key]: 'skip' };
    await user.call('POST', `/api/imports/${body.id}/answers`, { answers });
    await user.call('POST', `/api/imports/${body.id}/apply`);
    expect((await user.importFile(`${columns}\n${trade}`)).added).toBe(0);
    const again = await user.importFile(withId);
    for (const id of [body.id, again.id]) {
      await user.undo(id);
      expect((await user.ledger()).map(({ source }) => source)).toEqual(['manual']);
    }
  });
});
