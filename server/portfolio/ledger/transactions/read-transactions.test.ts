import { expect, it } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { buy } from '../../../../tests/support/portfolio/ledger-client.ts';
import { readTransactions } from './read-transactions.ts';

it('Checking a batch yields to other calls in between', async () => {
  const transactions = Array.from({ length: 1000 }, () => buy('1', '2024-01-01'));
  const [read, turns] = await countTurns(readTransactions({ transactions }));
  expect('transactions' in read && read.transactions).toHaveLength(1000);
  expect(turns).toBeGreaterThanOrEqual(19);
});

it('Every invalid transaction is named, also with valid ones in between', async () => {
  const transactions = Array.from({ length: 120 }, (_, index) =>
    index === 60 || index === 119 ? { ...buy('1', '2024-01-01'), in: null } : buy('1', '2024-01-01'),
  );
  const message = 'In `buy`, `in` must be a coin';
  await expect(readTransactions({ transactions })).rejects.toMatchObject({
    status: 400,
    message,
    issues: [
      { path: 'transactions.60.in', message },
      { path: 'transactions.119.in', message },
    ],
  });
});
