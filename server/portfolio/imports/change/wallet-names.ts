import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { Wallet, WalletInput } from '#contract/ledger/wallets.ts';
import { elsewhereWallet, mainWallet } from '../../ledger/wallets/wallet-id.ts';
import type { ImportRecord } from '../store.ts';

/** Single-exchange formats. Rows without a wallet go to one named after the exchange. */
const exchanges: Partial<Record<ImportFormat, string>> = {
  binance: 'Binance',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  bitvavo: 'Bitvavo',
  bitstamp: 'Bitstamp',
  kucoin: 'KuCoin',
  gemini: 'Gemini',
  crypto_com: 'Crypto.com',
  ledger_live: 'Ledger Live',
  revolut: 'Revolut',
  koinly: 'Koinly',
  cointracking: 'CoinTracking',
  delta: 'Delta',
  ghostfolio: 'Ghostfolio',
};

const exchangeNames = new Set(Object.values(exchanges).map((name) => name.toLowerCase()));
const newWalletPrefix = 'name:';
const maxNameLength = 60;

/** Whether a wallet named by a file still has to be created. */
export const isNewWallet = (wallet: string): boolean => wallet.startsWith(newWalletPrefix);

/** Maps wallet names in files to a portfolio's wallets. */
export interface WalletNames {
  /** Returns an id, or `name:` and a name in lower case. */
  find(record: Pick<ImportRecord, 'format' | 'wallet'>, name: string | null): string;
  /** What to create for a wallet that doesn't exist. */
  toInput(wallet: string): WalletInput;
  nameOf(wallet: string): string;
}

/** `imported`: ids by the names used in earlier files, which still apply after a wallet is renamed. */
export function createWalletNames(
  own: readonly Wallet[],
  imported: ReadonlyMap<string, string>,
): WalletNames {
  const wallets = [mainWallet, elsewhereWallet, ...own];
  const names = new Map(wallets.map(({ id, name }) => [id, name]));
  const ids = new Map(wallets.map(({ id, name }) => [name.toLowerCase(), id]));
  const written = new Map<string, string>();
  const findByName = (given: string) => {
    // As the database stores it. Files read by earlier versions may have names that end in half a character.
    const name = given.toWellFormed().trim().slice(0, maxNameLength).trim() || mainWallet.name;
    const key = name.toLowerCase();
    const known = imported.get(key) ?? ids.get(key);
    if (known !== undefined && names.has(known)) return known;
    if (!written.has(key)) written.set(key, name);
    return newWalletPrefix + key;
  };
  return {
    find({ format, wallet }, name) {
      if (name !== null) return findByName(name);
      if (wallet !== null && names.has(wallet)) return wallet;
      return findByName(exchanges[format as ImportFormat] ?? mainWallet.name);
    },
    toInput(wallet) {
      const key = wallet.slice(newWalletPrefix.length);
      return { name: written.get(key) ?? key, kind: exchangeNames.has(key) ? 'exchange' : 'other' };
    },
    nameOf: (wallet) => names.get(wallet) ?? written.get(wallet.slice(newWalletPrefix.length)) ?? wallet,
  };
}
