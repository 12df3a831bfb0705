import { expect, it } from 'vitest';
import { createFigureApp } from '../support/portfolio/figure-app.ts';
import { entryOf } from '../support/portfolio/ledger-entries.ts';
import { checkLedgers } from '../support/portfolio/ledger-reference/check-ledgers.ts';

/** The full number takes minutes of CPU time. */
const runs = Number(process.env.LEDGER_RUNS ?? 10_000);

it(`${runs} random ledgers agree with a second implementation to the last digit`, () => {
  checkLedgers(runs);
});

it('a lot that is moved a hundred times in 450 parts takes little processor time', async () => {
  const [parts, moves] = [450, 100];
  const transfer = (second: number, amount: number, wallet: string, toWallet: string) => ({
    ...entryOf(`${second}`, 'transfer', '2021-01-01', { out: `${amount} bitcoin` }, { wallet, toWallet }),
    occurredAt: Date.UTC(2021, 0, 1) + second * 1000,
  });
  const seconds = (count: number) => Array.from({ length: count }, (_, index) => index);
  const { app, ledger, call } = createFigureApp([
    entryOf('bought', 'buy', '2020-01-01', { in: `${parts} bitcoin`, out: '9 USD' }),
    ...seconds(parts).map((second) => transfer(second, 1, 'main', 'vault')),
    ...seconds(moves).map((move) =>
      move % 2 === 0
        ? transfer(parts + move, parts, 'vault', 'desk')
        : transfer(parts + move, parts, 'desk', 'vault'),
    ),
  ]);
  await call('transactions');
  const before = process.cpuUsage();
  const answer = await app.inject({
    url: `/api/portfolios/${ledger.portfolioId}/holdings?scope=wallet`,
    headers: { authorization: 'yes' },
  });
  const { user, system } = process.cpuUsage(before);
  expect(answer.statusCode).toBe(200);
  // Copying the list of parts at each move took six seconds.
  expect((user + system) / 1e6).toBeLessThan(2);
});
