import { expect, it, onTestFinished } from 'vitest';
import { entryOf } from '../../../../../tests/support/portfolio/ledger-entries.ts';
import { FakePastValues, MemoryLedger } from '../../../../../tests/support/portfolio/memory-ledger.ts';
import { createThreadCalculator } from './thread-calculator.ts';

it('The thread follows the market shown: nothing is valued by the previous one any more', async () => {
  const shown = { market: 'simulated' };
  const source = new MemoryLedger([entryOf('i', 'income', '2024-01-05', { in: '2 ethereum' })]);
  const past = new FakePastValues();
  past.closes.set('ethereum 2024-01-05', '2000');
  const calculator = createThreadCalculator({ source, past, market: () => shown.market });
  onTestFinished(() => calculator.stop());
  const income = async () => {
    const { coins } = await calculator.summarize({
      ...{ portfolioId: 'portfolio', revision: 1, size: 1 },
      ...{ method: 'fifo', scope: 'portfolio', currency: 'USD', at: null },
    });
    return coins[0]?.income;
  };
  const before = await income();
  past.closes.set('ethereum 2024-01-05', '1000');
  shown.market = 'coingecko';
  expect(2n * (await income())!).toBe(before);
});
