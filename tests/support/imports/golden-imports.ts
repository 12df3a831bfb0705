import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Draft, DraftLeg } from '../../../server/portfolio/imports/readers/draft.ts';

interface GoldenLeg {
  coinId?: string;
  symbol?: string;
  name?: string;
  currency?: string;
  amount: string;
}

interface GoldenImportTransaction {
  line: number;
  type: string;
  kind: string | null;
  occurredAt: string;
  in: GoldenLeg | null;
  out: GoldenLeg | null;
  fee: GoldenLeg | null;
  value: { currency: string; amount: string } | null;
  valueOneOf?: string[];
  wallet: string;
  toWallet: string | null;
  externalId: string | null;
  note?: string;
}

export interface GoldenImport {
  format: string;
  file: string;
  rows: number;
  transactions: GoldenImportTransaction[];
  ignored: { line: number; why: string }[];
  questions: { ticker: string; lines: number[] }[];
  open: { line: number; why: string; ticker?: string }[];
}

const folder = join(import.meta.dirname, '../../../../shared/golden/imports');

/** The file names of the samples' expected results. Empty if this machine doesn't have the samples. */
export const goldenImportNames = existsSync(folder)
  ? globSync('*.expected.json', { cwd: folder }).sort()
  : [];

/** A sample file and its expected result. */
export function readGoldenImport(name: string): GoldenImport & { bytes: Uint8Array } {
  const golden = JSON.parse(readFileSync(join(folder, name), 'utf8')) as GoldenImport;
  return { ...golden, bytes: new Uint8Array(readFileSync(join(folder, golden.file))) };
}

const toLeg = (leg: DraftLeg | null) =>
  leg &&
  ('currency' in leg
    ? { currency: leg.currency, amount: leg.amount }
    : { ticker: leg.ticker, amount: leg.amount });

const toExpectedLeg = (leg: GoldenLeg | null) =>
  leg &&
  (leg.currency
    ? { currency: leg.currency, amount: leg.amount }
    : { ticker: leg.symbol?.toUpperCase(), amount: leg.amount });

/** A transaction of an expected result, with tickers instead of coins. */
export function describeGolden({ valueOneOf, note, ...expected }: GoldenImportTransaction) {
  return {
    ...expected,
    in: toExpectedLeg(expected.in),
    out: toExpectedLeg(expected.out),
    fee: toExpectedLeg(expected.fee),
    value: valueOneOf ? `one of ${valueOneOf.join(', ')}` : expected.value,
    ...(note !== undefined && { note }),
  };
}

/** A reader's result in the form of `describeGolden`. A note that the sample doesn't specify is left out. */
export function describeDraft(draft: Draft, expected: GoldenImportTransaction | undefined) {
  const oneOf = expected?.valueOneOf ?? [];
  return {
    line: draft.lines[0],
    type: draft.type,
    kind: draft.kind,
    occurredAt: new Date(draft.occurredAt).toISOString(),
    in: toLeg(draft.in),
    out: toLeg(draft.out),
    fee: toLeg(draft.fee),
    value: oneOf.includes(draft.value?.amount ?? '') ? `one of ${oneOf.join(', ')}` : draft.value,
    wallet: draft.wallet ?? '$wallet',
    toWallet: draft.toWallet ?? (draft.type === 'transfer' ? '$wallet' : null),
    externalId: draft.externalId,
    ...(expected?.note !== undefined && { note: draft.note }),
  };
}
