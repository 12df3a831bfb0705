import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  elsewhere,
  type LedgerEntry,
  type Leg,
  type MoneyLeg,
} from '../../../server/portfolio/ledger/engine/entry.ts';
import { parseAmount, parseMoney } from '../../../server/portfolio/ledger/engine/fixed-point.ts';
import type { Method, Scope } from '../../../server/portfolio/ledger/engine/lot.ts';

interface GoldenLeg {
  coinId?: string;
  currency?: string;
  amount: string;
}

interface GoldenTransaction {
  id: string;
  type: LedgerEntry['type'];
  occurredAt: string;
  in?: GoldenLeg;
  out?: GoldenLeg;
  fee?: GoldenLeg;
  value?: { currency: string; amount: string };
  wallet?: string;
  toWallet?: string;
  lots?: { transactionId: string; amount: string }[];
  acquiredAt?: string;
}

interface GoldenCase {
  settings: { method: Method; scope: Scope; currency: string };
  transactions: GoldenTransaction[];
  expected: {
    disposals: Record<string, unknown>[];
    lots: Record<string, unknown>[];
    holdings: Record<string, unknown>[];
    totals: Record<string, string>;
  };
}

const folder = join(import.meta.dirname, '../../../../shared/golden/ledger');

/** The file names of the worked examples. Empty if this machine doesn't have them. */
export const goldenNames = existsSync(folder) ? globSync('*.json', { cwd: folder }).sort() : [];

/** A worked example, with its transactions in the engine's form. */
export function readGolden(name: string): GoldenCase & { entries: LedgerEntry[] } {
  const golden = JSON.parse(readFileSync(join(folder, name), 'utf8')) as GoldenCase;
  return { ...golden, entries: golden.transactions.map(readEntry) };
}

/** Removes the fields that only help people who read the example. */
export function withoutNames(row: Record<string, unknown>): Record<string, unknown> {
  const { symbol: _symbol, wallets: _wallets, ...rest } = row;
  return rest;
}

function readLeg(leg: GoldenLeg | undefined): Leg | null {
  if (!leg) return null;
  return leg.coinId
    ? { coinId: leg.coinId, amount: parseAmount(leg.amount) }
    : { currency: leg.currency!, amount: parseMoney(leg.amount) };
}

function readEntry(body: GoldenTransaction, index: number): LedgerEntry {
  return {
    id: body.id,
    type: body.type,
    occurredAt: Date.parse(body.occurredAt),
    in: readLeg(body.in),
    out: readLeg(body.out),
    fee: readLeg(body.fee),
    value: readLeg(body.value) as MoneyLeg | null,
    wallet: body.wallet === 'Elsewhere' ? elsewhere : (body.wallet ?? 'Main'),
    toWallet: body.toWallet ?? null,
    lots: (body.lots ?? []).map(({ transactionId, amount }) => ({
      transactionId,
      amount: parseAmount(amount),
    })),
    acquiredAt: body.acquiredAt ? Date.parse(body.acquiredAt) : null,
    isDateAssumed: false,
    rowIdentity: null,
    createdAt: index,
  };
}
