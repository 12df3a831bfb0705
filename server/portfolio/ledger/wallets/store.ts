import type { LedgerSettings, UpdateLedgerSettings } from '#contract/ledger/settings.ts';
import type { Wallet, WalletInput } from '#contract/ledger/wallets.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { WalletTable } from '#server/platform/database/tables/ledger-tables.ts';
import { isDated } from '#server/platform/database/tables/ledger-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export type OwnWallet = Wallet & { readonly portfolioId: string };

/** Wallets and settings of a user's portfolios; those of other users are treated as missing. */
export interface WalletStore {
  /** By name, without `Main` and `Elsewhere`. */
  list(db: Database, portfolioId: string): Promise<Wallet[]>;
  findSettings(db: Database, userId: string, portfolioId: string): Promise<LedgerSettings | undefined>;
  updateSettings(
    userId: string,
    portfolioId: string,
    change: UpdateLedgerSettings,
  ): Promise<LedgerSettings | undefined>;

  find(tx: Tx, userId: string, id: string): Promise<OwnWallet | undefined>;
  hasName(tx: Tx, portfolioId: string, name: string): Promise<boolean>;
  add(tx: Tx, portfolioId: string, wallet: Wallet): Promise<void>;
  update(tx: Tx, id: string, change: WalletInput): Promise<void>;
  remove(tx: Tx, id: string): Promise<void>;
  /** Whether any transaction, other than a deleted one, is in the wallet. */
  isInUse(tx: Tx, wallet: OwnWallet): Promise<boolean>;
}

const keyOf = (name: string) => name.toLowerCase();

export function createWalletStore(db: Database): WalletStore {
  return { ...createSettingsStore(db), ...createRowStore() };
}

function createSettingsStore(db: Database): Pick<WalletStore, 'findSettings' | 'updateSettings'> {
  return {
    findSettings(reader, userId, portfolioId) {
      return reader
        .selectFrom('portfolios')
        .select(['method', 'cost_scope as scope', 'currency'])
        .where('user_id', '=', userId)
        .where('id', '=', portfolioId)
        .executeTakeFirst();
    },
    updateSettings(userId, portfolioId, { method, scope, currency }) {
      return db
        .updateTable('portfolios')
        .set((row) => ({
          method: method ?? row.ref('method'),
          cost_scope: scope ?? row.ref('cost_scope'),
          currency: currency ?? row.ref('currency'),
        }))
        .where('user_id', '=', userId)
        .where('id', '=', portfolioId)
        .returning(['method', 'cost_scope as scope', 'currency'])
        .executeTakeFirst();
    },
  };
}

function createRowStore(): Omit<WalletStore, 'findSettings' | 'updateSettings'> {
  return {
    async list(db, portfolioId) {
      const rows = await db
        .selectFrom('wallets')
        .selectAll()
        .where('portfolio_id', '=', portfolioId)
        .orderBy('name_key')
        .execute();
      return rows.map(toWallet);
    },
    async find(tx, userId, id) {
      const row = await tx
        .selectFrom('wallets')
        .selectAll()
        .where('id', '=', id)
        .where('portfolio_id', 'in', (query) =>
          query.selectFrom('portfolios').select('id').where('user_id', '=', userId),
        )
        .executeTakeFirst();
      return row && { ...toWallet(row), portfolioId: row.portfolio_id };
    },
    async hasName(tx, portfolioId, name) {
      const row = await tx
        .selectFrom('wallets')
        .select('id')
        .where('portfolio_id', '=', portfolioId)
        .where('name_key', '=', keyOf(name))
        .executeTakeFirst();
      return row !== undefined;
    },
    async add(tx, portfolioId, wallet) {
      const row = { ...wallet, portfolio_id: portfolioId, name_key: keyOf(wallet.name) };
      await tx.insertInto('wallets').values(row).execute();
    },
    async update(tx, id, { name, kind }) {
      await tx
        .updateTable('wallets')
        .set({ name, name_key: keyOf(name), kind })
        .where('id', '=', id)
        .execute();
    },
    async remove(tx, id) {
      await tx.deleteFrom('wallets').where('id', '=', id).execute();
    },
    async isInUse(tx, { id, portfolioId }) {
      const row = await tx
        .selectFrom('transactions')
        .select('id')
        .where('portfolio_id', '=', portfolioId)
        .where('deleted_at', 'is', null)
        .where(isDated)
        .where((query) => query.or([query('wallet', '=', id), query('to_wallet', '=', id)]))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function toWallet({ id, name, kind }: WalletTable): Wallet {
  return { id, name, kind };
}
