import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { TransactionRow } from './transaction-row.tsx';

const income = {
  id: 't',
  type: 'income',
  kind: null,
  occurredAt: '2026-11-20T10:00:00.000Z',
  isDateAssumed: false,
  in: { coinId: 'solana', symbol: 'sol', name: 'Solana', amount: '3.25' },
  out: null,
  fee: null,
  value: null,
} as unknown as Transaction;

const render = (transaction: Transaction) =>
  renderToStaticMarkup(
    <table>
      <tbody>
        <TransactionRow
          transaction={transaction}
          index={0}
          disposals={[]}
          walletName="Main"
          currency="USD"
          isActive={false}
          isOpen={false}
          isSelected={undefined}
          onOpen={() => {}}
          onSelect={() => {}}
        />
      </tbody>
    </table>,
  );

describe('the value in a transaction’s row', () => {
  it('is said to be the price of the day for income without one, which its lot’s cost is', () => {
    const row = render(income);
    expect(row).toContain('that day’s price');
    expect(row).not.toContain('—');
  });

  it('is a dash if none is known', () => {
    const row = render({ ...income, type: 'gift_in' });
    expect(row).toContain('—');
    expect(row).not.toContain('price');
  });
});
