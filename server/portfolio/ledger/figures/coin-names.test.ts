import { expect, it } from 'vitest';
import { AppError } from '#server/platform/http/app-error.ts';
import { createReadCoinNames } from './coin-names.ts';

const bitcoin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };
const ether = { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum' };
const transactions = {
  listCoinNames: async (_portfolioId: string, coinIds: readonly string[]) =>
    coinIds.includes('bitcoin') ? [bitcoin] : [],
};

it('coins not yet in the ledger are named by the market', async () => {
  const requestedIds: string[] = [];
  const findCoin = async (coinId: string) => {
    requestedIds.push(coinId);
    return coinId === 'ethereum' ? ether : null;
  };
  const names = await createReadCoinNames({ transactions, findCoin })('p', ['bitcoin', 'ethereum', 'gone']);
  expect([...names]).toEqual([
    ['bitcoin', bitcoin],
    ['ethereum', ether],
  ]);
  expect(requestedIds).toEqual(['ethereum', 'gone']);
});

it('coins have no name while the market is unavailable', async () => {
  const findCoin = async () => {
    throw new AppError('market_unavailable', 'away');
  };
  const names = await createReadCoinNames({ transactions, findCoin })('p', ['ethereum']);
  expect(names.size).toBe(0);
});

it('names in a ledger are looked up once, separately for each ledger', async () => {
  const lookups: string[] = [];
  const listCoinNames: typeof transactions.listCoinNames = (portfolioId, coinIds) => {
    lookups.push(`${portfolioId} ${coinIds.join(' ')}`);
    return transactions.listCoinNames(portfolioId, coinIds);
  };
  const readNames = createReadCoinNames({ transactions: { listCoinNames }, findCoin: async () => ether });
  for (const portfolioId of ['p', 'p', 'q']) await readNames(portfolioId, ['bitcoin', 'ethereum']);
  expect(lookups).toEqual(['p bitcoin ethereum', 'p ethereum', 'q bitcoin ethereum']);
});
