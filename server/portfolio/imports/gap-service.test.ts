import { expect, it } from 'vitest';
import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Checkpoint } from './change/checkpoints.ts';
import { createListGaps } from './gap-service.ts';

const fourCoins: readonly CoinId[] = ['bitcoin', 'ethereum', 'dogecoin', 'solana'];

/** Files that state a balance of each coin in each of `wallets` wallets, which the ledger doesn't have. */
function openLedger(wallets: number, files = 1, coins = fourCoins) {
  let reads = 0;
  const list = (file: number) =>
    coins.flatMap((coinId) =>
      Array.from(
        { length: wallets },
        (_, index): Checkpoint => ({
          ...{ coinId, symbol: coinId.slice(0, 3), wallet: `${file}-${index}`, balance: '5' },
          at: Date.UTC(2024, 0, 1),
        }),
      ),
    );
  const listGaps = createListGaps({
    db: undefined as unknown as Database,
    store: {
      async listAppliedIds() {
        reads += 1;
        return Array.from({ length: files }, (_, file) => `${file}`);
      },
      readCheckpoints: async (_db, ids) => new Map(ids.map((id) => [id, JSON.stringify(list(Number(id)))])),
    },
    transactions: {
      async *listOfCoins(_db, _portfolioId, coinIds) {
        for (const coinId of coinIds) yield [coinId, []] as const;
      },
    },
  });
  return { listGaps, countReads: () => reads };
}

it('If a ledger lacks more balances than can be listed, an equal number is listed per coin, and all are counted', async () => {
  const { listGaps } = openLedger(3000);
  const gaps = await listGaps('p', 1);
  expect([...gaps].map(([coinId, { problems, count }]) => [coinId, problems.length, count])).toEqual(
    fourCoins.map((coinId) => [coinId, 1250, 3000]),
  );
});

it('If files state more balances than can be compared, those of the newest files are compared', async () => {
  const { listGaps } = openLedger(1000, 20);
  const gaps = await listGaps('p', 1);
  expect(gaps.get('bitcoin')!.count).toBe(12_000);
});

it('Concurrent calls share one comparison', async () => {
  const { listGaps, countReads } = openLedger(2);
  const [one, other] = await Promise.all([listGaps('p', 1), listGaps('p', 1)]);
  expect(one).toBe(other);
  expect(await listGaps('p', 1)).toBe(one);
  expect(countReads()).toBe(1);
});

it('Only a few ledgers that lack very many balances are remembered', async () => {
  const { listGaps, countReads } = openLedger(1250);
  for (let revision = 1; revision <= 10; revision += 1) await listGaps('p', revision);
  await listGaps('p', 10);
  expect(countReads()).toBe(10);
  await listGaps('p', 1);
  expect(countReads()).toBe(11);
});

it('Ledgers with more coins than have figures are compared once per revision too', async () => {
  const many = Array.from({ length: 12_000 }, (_, number) => `coin-${number}`);
  const { listGaps, countReads } = openLedger(1, 1, many);
  const gaps = await listGaps('p', 1);
  expect(gaps.size).toBe(5_000);
  expect(await listGaps('p', 1)).toBe(gaps);
  expect(countReads()).toBe(1);
});
