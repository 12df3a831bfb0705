import { expect, it } from 'vitest';
import type { LedgerEntry } from '../engine/entry.ts';
import { createEntryPacker } from './entry-packer.ts';

const plain: LedgerEntry = {
  id: 'a',
  type: 'buy',
  kind: null,
  occurredAt: 1_700_000_000_000,
  in: { coinId: 'bitcoin', amount: 1n },
  out: { currency: 'EUR', amount: 100n },
  fee: null,
  value: null,
  wallet: 'main',
  toWallet: null,
  lots: [],
  acquiredAt: null,
  isDateAssumed: false,
  rowIdentity: null,
  createdAt: 1_700_000_000_001,
};
const full: LedgerEntry = {
  id: 'b',
  type: 'income',
  kind: 'salary',
  occurredAt: 1,
  in: { coinId: 'ethereum', amount: 2n },
  out: { coinId: 'bitcoin', amount: 3n },
  fee: { currency: 'USD', amount: 4n },
  value: { currency: 'EUR', amount: 5n },
  wallet: 'kraken',
  toWallet: 'elsewhere',
  lots: [{ transactionId: 'a', amount: 1n }],
  acquiredAt: 6,
  isDateAssumed: true,
  rowIdentity: 'row',
  createdAt: 7,
};

it.each([
  plain,
  full,
  { ...plain, createdAt: 8 },
  { ...plain, value: full.value },
  { ...plain, lots: full.lots },
  { ...plain, acquiredAt: 0 },
])('a packed entry has every property of the entry', (entry) => {
  const pack = createEntryPacker();
  pack(plain);
  pack(full);
  const packed = pack(entry);
  for (const name of Object.keys(entry) as (keyof LedgerEntry)[]) expect(packed[name]).toEqual(entry[name]);
});
