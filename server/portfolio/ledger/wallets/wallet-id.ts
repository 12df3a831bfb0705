import type { Wallet } from '#contract/ledger/wallets.ts';
import { elsewhere } from '../engine/entry.ts';

/** The default wallet of transactions. */
const main = 'main';

/** `Main` and `Elsewhere` exist in every portfolio and can't be changed. */
export const mainWallet: Wallet = { id: main, name: 'Main', kind: 'wallet' };
export const elsewhereWallet: Wallet = { id: elsewhere, name: 'Elsewhere', kind: 'other' };

/** Reads a wallet id from a client. The ids of `Main` and `Elsewhere` match in any case. */
export function readWalletId(id: string | null): string {
  if (id === null) return main;
  const lower = id.toLowerCase();
  return isFixedWallet(lower) ? lower : id;
}

/** Whether an id is that of `Main` or `Elsewhere`. */
export const isFixedWallet = (id: string): boolean => id === main || id === elsewhere;
