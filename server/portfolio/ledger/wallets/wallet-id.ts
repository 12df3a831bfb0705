import type { Wallet } from '#contract/ledger/settings.ts';
import { elsewhere } from '../engine/entry.ts';

/** The wallet of transactions that name none. */
const main = 'main';

/** They are in every portfolio and can't be changed. */
export const mainWallet: Wallet = { id: main, name: 'Main', kind: 'wallet' };
export const elsewhereWallet: Wallet = { id: elsewhere, name: 'Elsewhere', kind: 'other' };

/** A wallet's id as a client wrote it. The ids of wallets that are always there match in any case. */
export function readWalletId(id: string | null): string {
  if (id === null) return main;
  const lower = id.toLowerCase();
  return isFixedWallet(lower) ? lower : id;
}

export const isFixedWallet = (id: string): boolean => id === main || id === elsewhere;
