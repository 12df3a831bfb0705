import type { GenericMapping } from '#contract/ledger/imports.ts';
import { readStored, storageKeys, writeStored } from '#web/lib/storage.ts';

/** The column that holds each field. Empty or absent: none. */
export type Mapping = Readonly<Partial<Record<keyof GenericMapping, string>>>;

/** The fields that columns can be mapped to, in the order of the form. */
export const mappedFields: Readonly<Record<keyof GenericMapping, string>> = {
  date: 'Date and time',
  type: 'Type',
  inAmount: 'Amount received',
  inCoin: 'Coin received',
  outAmount: 'Amount given',
  outCoin: 'Coin given',
  feeAmount: 'Fee',
  feeCoin: 'Fee coin',
  value: 'Value',
  valueCurrency: 'Value currency',
  wallet: 'Wallet',
  toWallet: 'Destination',
  id: 'ID',
  note: 'Note',
};

const fields = Object.keys(mappedFields) as (keyof GenericMapping)[];

/** Whether the mapping is enough to read a file: a date and at least one amount. */
export const isComplete = ({ date, inAmount, outAmount, feeAmount }: Mapping): boolean =>
  Boolean(date) && [inAmount, outAmount, feeAmount].some(Boolean);

/** The mapping to send: only the fields that have a column. */
export function toGenericMapping(mapping: Mapping): GenericMapping {
  const named = fields.flatMap((field) => (mapping[field] ? [[field, mapping[field]]] : []));
  return Object.fromEntries(named) as GenericMapping;
}

/** The mapping used last, without columns that this file lacks. If `columns` is not known, all of it. */
export function readStoredMapping(columns: readonly string[] | undefined): Mapping {
  const stored = parse(readStored(() => localStorage, storageKeys.importMapping));
  const kept = fields.flatMap((field) => {
    const column = stored[field];
    return typeof column === 'string' && (columns?.includes(column) ?? true) ? [[field, column]] : [];
  });
  return Object.fromEntries(kept);
}

/** Keeps a mapping as the one used last. */
export function storeMapping(mapping: Mapping): void {
  writeStored(() => localStorage, storageKeys.importMapping, JSON.stringify(toGenericMapping(mapping)));
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
