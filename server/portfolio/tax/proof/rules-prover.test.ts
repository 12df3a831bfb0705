import { expect, it } from 'vitest';
import type { RulesQuery } from '../../ledger/proof/service.ts';
import type { LineProofRequest } from './line-proof-request.ts';
import { createRulesProver } from './rules-prover.ts';

const settings = { method: 'hifo', scope: 'wallet', currency: 'USD' } as const;
const query: RulesQuery = {
  ...{ country: 'FR', coin: 'bitcoin', with: [], method: undefined },
  disposal: { transactionId: 't', isFee: false },
  span: { from: null, to: null },
};

/** A prover of an account with the portfolios `own` and `other`. Its proofs are the requests for them. */
const prover = createRulesProver({
  source: {
    findHead: async (_userId, id) =>
      id === 'own' || id === 'other' ? { revision: 1, size: 100, settings } : undefined,
    readChanges: () => Promise.reject(new Error('nothing is read')),
  },
  past: { readCloses: async () => [], readRates: async () => [] },
  makeProof: async (request, _reads, ledger) => ({
    value: null,
    text: JSON.stringify({ ...request, ledger }),
  }),
  clock: { now: () => Date.UTC(2025, 0, 1) },
});
const pro = { id: 'user', tier: 'pro' } as const;

it('proves by the time zone, currency and settings that a report has', async () => {
  const proof = JSON.parse(await prover(pro, 'own', { ...query, with: ['other'] })) as LineProofRequest;
  expect(proof).toMatchObject({
    ...{ timeZone: 'Europe/Paris', currency: 'EUR' },
    choice: { method: 'hifo', scope: 'wallet' },
    portfolios: [{ id: 'own' }, { id: 'other' }],
    ledger: { userId: 'user', size: 200 },
  });
});

it('refuses plans without tax reports, and portfolios of others', async () => {
  const free = prover({ id: 'user', tier: 'free' }, 'own', query);
  await expect(free).rejects.toMatchObject({ code: 'plan_required' });
  for (const [id, others] of [
    ['foreign', []],
    ['own', ['foreign']],
  ] as const)
    await expect(prover(pro, id, { ...query, with: [...others] })).rejects.toMatchObject({
      code: 'not_found',
    });
});
