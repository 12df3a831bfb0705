import { expect } from 'vitest';
import type { Transaction, TransactionPage } from '#contract/ledger/transaction.ts';
import type { Tier } from '#contract/plans.ts';
import type { PortfolioApp } from './portfolio-app.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const coin = (coinId: string, amount: string) => ({ coinId, amount });
export const money = (amount: string, currency = 'USD') => ({ currency, amount });
export const buy = (amount = '1', day = '2024-01-01', coinId = 'bitcoin') => ({
  type: 'buy',
  occurredAt: `${day}T00:00:00Z`,
  in: coin(coinId, amount),
  out: money('40000.50'),
});
export const sell = (amount: string, day = '2024-06-01', coinId = 'bitcoin') => ({
  type: 'sell',
  occurredAt: `${day}T00:00:00Z`,
  in: money('1'),
  out: coin(coinId, amount),
});

/** Adds a user with an empty ledger. */
export async function openLedger(server: PortfolioApp, tier?: Tier) {
  const { userId, main } = await server.addUser(tier);
  const portfolioUrl = `/api/portfolios/${main.id}`;
  const url = `${portfolioUrl}/transactions`;
  const call = (method: Method, path: string, body?: object) => server.call(userId, method, path, body);
  const post = (body: object) => call('POST', url, body);
  return {
    userId,
    main,
    portfolioUrl,
    url,
    call,
    post,
    async add(body: object): Promise<Transaction> {
      const answer = await post(body);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json();
    },
    async list(query = ''): Promise<TransactionPage> {
      const answer = await call('GET', `${url}${query}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
    async addWallet(name: string): Promise<string> {
      const answer = await call('POST', `${portfolioUrl}/wallets`, { name });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json().id;
    },
    put: (id: string, body: object) => call('PUT', `/api/transactions/${id}`, body),
    remove: (id: string) => call('DELETE', `/api/transactions/${id}`),
    restore: (id: string) => call('POST', `/api/transactions/${id}/restore`),
  };
}
