import { expect, it, onTestFinished } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { createReportThread } from '../calculator/report-thread.ts';
import { createLineProofMaker } from './line-proof-maker.ts';
import type { LineProofReads, LineProofRequest } from './line-proof-request.ts';

const entries = [
  entryOf('b', 'buy', '2023-01-01', { in: '2 bitcoin', out: '100 EUR' }),
  entryOf('s', 'sell', '2024-05-01', { in: '40 EUR', out: '1 bitcoin' }),
];
const request: LineProofRequest = {
  ...{ country: 'FR', timeZone: 'Europe/Paris', coinId: 'bitcoin', currency: 'EUR' },
  disposal: { transactionId: 's', isFee: false },
  span: { from: null, to: null },
  asOf: Date.UTC(2025, 0, 1),
  choice: { method: 'fifo', scope: 'portfolio' },
  portfolios: [{ id: 'own' }],
};
const readsWith = (close: string | 'pending'): LineProofReads => ({
  readChanges: async () => ({ revision: 1, replaces: true, entries, removedIds: [] }),
  readCloses: async (wanted) =>
    wanted.map(() => (close === 'pending' ? close : { value: close, at: 0, source: 'test' })),
  readRates: async (wanted) => wanted.map(() => ({ value: '1', at: 0, source: 'test' })),
});

it('makes the same proof, or refusal, in the reports’ thread as without it', async () => {
  const thread = createReportThread();
  onTestFinished(thread.stop);
  const makeProof = createLineProofMaker(thread);
  const make = (close: string, size: number) =>
    makeProof(request, readsWith(close), { userId: 'user', size });
  const small = await make('50', 2);
  expect(small.value).toBe('0');
  expect(await make('50', 200)).toEqual(small);
  for (const size of [2, 200])
    await expect(make('pending', size)).rejects.toMatchObject({ code: 'unavailable' });
});

it('reads the ledger stored with a filed report, not the one of today', async () => {
  const ownSource = {
    module: new URL(
      'data:text/javascript,export const openReadChanges = () => async () => ({ revision: 9, replaces: true, entries: [], removedIds: [] })',
    ),
    options: {},
  };
  const thread = createReportThread({ ownSource });
  onTestFinished(thread.stop);
  const makeProof = createLineProofMaker(thread);
  const turn = { userId: 'user', size: 200 };
  const stored = await makeProof(request, readsWith('50'), { ...turn, isStored: true });
  expect(stored).toEqual(await makeProof(request, readsWith('50'), { userId: 'user', size: 2 }));
  expect((await makeProof(request, readsWith('50'), turn)).value).toBeNull();
});
