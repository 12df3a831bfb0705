import { describe, expect, it } from 'vitest';
import type { Wallet } from '#contract/ledger/wallets.ts';
import { UploadedFile } from '../multipart-body.ts';
import { emptyRecord } from '../reading-service.ts';
import type { ImportRecord } from '../store.ts';
import { type PlanCache, type PortfolioPlanDeps, planPortfolio } from './plan-service.ts';

const file = new UploadedFile('a.csv', new Uint8Array());
const record: ImportRecord = emptyRecord({ id: 'i', portfolioId: 'p', file, fields: {}, now: 0 });

interface Stored {
  revision: number;
  applied: readonly ImportRecord[];
  wallets: readonly Wallet[];
  named: ReadonlyMap<string, string>;
}

/** A portfolio with one file, counting how often the file was read. */
function openPortfolio() {
  const stored: Stored = { revision: 1, applied: [], wallets: [], named: new Map() };
  let reads = 0;
  const cache: PlanCache = { last: undefined };
  const deps = {
    db: null,
    cache,
    store: {
      listApplied: async () => stored.applied,
      readParts: async () => {
        reads += 1;
        return [];
      },
    },
    rows: {
      findRevision: async () => stored.revision,
      listWallets: async () => stored.named,
      listImported: async () => [],
      listEntered: async () => [],
      listJoins: async () => new Map(),
    },
    wallets: { list: async () => stored.wallets },
  } as unknown as PortfolioPlanDeps;
  return {
    stored,
    plan: (added = record) => planPortfolio(deps, 'p', { added }),
    countReads: () => reads,
  };
}

describe('A cached plan', () => {
  it('is reused by the next call, with the file’s current state and counts', async () => {
    const { plan, countReads } = openPortfolio();
    const first = await plan();
    const second = await plan({ ...record, state: 'ready', new_count: 7 });
    expect(countReads()).toBe(1);
    expect(second.ledger).toBe(first.ledger);
    expect(second.files[0]!.record).toMatchObject({ state: 'ready', new_count: 7 });
  });

  it.each<[string, Partial<Stored>, Partial<ImportRecord>?]>([
    ['the ledger', { revision: 2 }],
    ['the files that are applied', { applied: [{ ...record, id: 'other' }] }],
    ['wallets', { wallets: [{ id: 'w', name: 'Kraken', kind: 'exchange' }] }],
    ['the names of wallets', { named: new Map([['kraken', 'main']]) }],
    ['answers', {}, { answers: '{"dates":"mdy"}' }],
    ['coins', {}, { coins: '[{"key":"coin:BTC","reason":""}]' }],
    ['the file', {}, { id: 'another' }],
  ])('is recomputed after a change of %s', async (_what, change, ofFile = {}) => {
    const { plan, stored, countReads } = openPortfolio();
    const first = await plan();
    Object.assign(stored, change);
    const second = await plan({ ...record, ...ofFile });
    expect(countReads()).toBeGreaterThan(1);
    expect(second.ledger).not.toBe(first.ledger);
  });
});
