import type { LedgerSettings, UpdateLedgerSettings } from '#contract/ledger/settings.ts';
import type { Wallet, WalletInput } from '#contract/ledger/wallets.ts';
import { accountMaximums } from '#contract/plans.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { noPortfolio } from '../../no-portfolio.ts';
import type { PortfolioStore } from '../../store.ts';
import type { CheckCurrency } from '../calculator/check-currency.ts';
import type { OwnWallet, WalletStore } from './store.ts';
import { elsewhereWallet, isFixedWallet, mainWallet } from './wallet-id.ts';

/** Throws `AppError`: `not_found`, `conflict`, and `invalid_request` for a currency without rates. */
export interface WalletService {
  /** `Main`, the user's own wallets by name, `Elsewhere`. */
  listWallets(userId: string, portfolioId: string): Promise<Wallet[]>;
  addWallet(userId: string, portfolioId: string, wanted: WalletInput): Promise<Wallet>;
  updateWallet(userId: string, id: string, change: WalletInput): Promise<Wallet>;
  removeWallet(userId: string, id: string): Promise<void>;
  getSettings(userId: string, portfolioId: string): Promise<LedgerSettings>;
  updateSettings(userId: string, portfolioId: string, change: UpdateLedgerSettings): Promise<LedgerSettings>;
}

export interface WalletServiceDeps {
  readonly db: Database;
  readonly portfolios: Pick<PortfolioStore, 'find' | 'listIds'>;
  readonly wallets: WalletStore;
  readonly checkCurrency: CheckCurrency;
  readonly createId: () => string;
}

const maxWallets = accountMaximums.wallets;
const fixedNames = [mainWallet.name, elsewhereWallet.name].map((name) => name.toLowerCase());

const noWallet = () => new AppError('not_found', 'There is no such wallet.');
const fixedWallet = () =>
  new AppError('conflict', 'The wallets Main and Elsewhere can’t be renamed or deleted.');
const takenName = () => new AppError('conflict', 'This portfolio already has a wallet of that name.');

export function createWalletService(deps: WalletServiceDeps): WalletService {
  const { db, portfolios, wallets, checkCurrency, createId } = deps;

  return {
    async listWallets(userId, portfolioId) {
      if (!(await portfolios.find(userId, portfolioId))) throw noPortfolio();
      return [mainWallet, ...(await wallets.list(db, portfolioId)), elsewhereWallet];
    },

    async addWallet(userId, portfolioId, wanted) {
      const wallet = { id: createId(), ...wanted };
      return transact(db, async (tx) => {
        await lockOwner(tx, userId);
        // The portfolio may have been deleted in the meantime.
        if (!(await portfolios.listIds(tx, userId)).includes(portfolioId)) throw noPortfolio();
        await refuseName(wallets, tx, portfolioId, wanted.name);
        if ((await wallets.list(tx, portfolioId)).length >= maxWallets)
          throw new AppError('conflict', `A portfolio has room for ${maxWallets} wallets.`);
        await wallets.add(tx, portfolioId, wallet);
        return wallet;
      });
    },

    updateWallet(userId, id, change) {
      return changeWallet(deps, userId, id, async (tx, wallet) => {
        const isSame = wallet.name.toLowerCase() === change.name.toLowerCase();
        if (!isSame) await refuseName(wallets, tx, wallet.portfolioId, change.name);
        await wallets.update(tx, id, change);
        return { id, ...change };
      });
    },

    removeWallet(userId, id) {
      return changeWallet(deps, userId, id, async (tx, wallet) => {
        if (await wallets.isInUse(tx, wallet))
          throw new AppError('conflict', 'This wallet has transactions. Move or delete them first.');
        await wallets.remove(tx, id);
      });
    },

    async getSettings(userId, portfolioId) {
      const settings = await wallets.findSettings(db, userId, portfolioId);
      if (!settings) throw noPortfolio();
      return settings;
    },

    async updateSettings(userId, portfolioId, change) {
      if (change.currency !== undefined) {
        const own = await wallets.findSettings(db, userId, portfolioId);
        if (own) await checkCurrency(change.currency, own.currency);
      }
      const settings = await wallets.updateSettings(userId, portfolioId, change);
      if (!settings) throw noPortfolio();
      return settings;
    },
  };
}

/** Changes one of the user's own wallets while holding the user's lock. */
function changeWallet<T>(
  { db, wallets }: WalletServiceDeps,
  userId: string,
  id: string,
  work: (tx: Tx, wallet: OwnWallet) => Promise<T>,
): Promise<T> {
  if (isFixedWallet(id.toLowerCase())) return Promise.reject(fixedWallet());
  return transact(db, async (tx) => {
    await lockOwner(tx, userId);
    const wallet = await wallets.find(tx, userId, id);
    if (!wallet) throw noWallet();
    return work(tx, wallet);
  });
}

async function refuseName(wallets: WalletStore, tx: Tx, portfolioId: string, name: string): Promise<void> {
  const isKnown = fixedNames.includes(name.toLowerCase()) || (await wallets.hasName(tx, portfolioId, name));
  if (isKnown) throw takenName();
}
