import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import type { Transaction } from '#contract/ledger/transaction.ts';
import type { Wallet } from '#contract/ledger/wallets.ts';
import { accountMaximums, type Tier } from '#contract/plans.ts';
import type { Holding, Portfolio } from '#contract/portfolio.ts';
import { canAdd, limitReached } from '#server/billing/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { listAll } from './ledger/transactions/service.ts';
import type { TransactionStore } from './ledger/transactions/store.ts';
import type { WalletStore } from './ledger/wallets/store.ts';
import { noPortfolio } from './no-portfolio.ts';
import type { PortfolioStore } from './store.ts';

/** A portfolio with all its data, for an export. */
export interface WholePortfolio extends Portfolio {
  readonly settings: LedgerSettings | undefined;
  /** Without `Main` and `Elsewhere`. */
  readonly wallets: Wallet[];
  /** Oldest first, read in chunks: an account may have up to 500,000. */
  readonly transactions: AsyncIterable<readonly Transaction[]>;
  /** What `GET /api/portfolio` lists. */
  readonly holdings: Holding[];
}

/** Throws `AppError`: `not_found`, `limit_reached`, `conflict`. */
export interface PortfolioService {
  /** Oldest first. */
  listPortfolios(userId: string): Promise<Portfolio[]>;
  addPortfolio(userId: string, name: string): Promise<Portfolio>;
  renamePortfolio(userId: string, id: string, name: string): Promise<Portfolio>;
  removePortfolio(userId: string, id: string): Promise<void>;
  /** Adds the initial portfolio of a new account. */
  addMainPortfolio(tx: Tx, userId: string): Promise<void>;
  /** All data of all portfolios, oldest portfolio first. */
  listEverything(userId: string): Promise<WholePortfolio[]>;
}

export interface PortfolioServiceDeps {
  readonly db: Database;
  readonly portfolios: PortfolioStore;
  readonly listHoldings: (userId: string, portfolioId: string) => Promise<Holding[]>;
  readonly transactions: Pick<TransactionStore, 'listFrom'>;
  readonly wallets: Pick<WalletStore, 'list' | 'findSettings'>;
  readonly clock: Clock;
}

/** `full`: the plan's limit is reached. `over`: no account may have more. `gone`: the user no longer exists. */
type AddOutcome =
  | { readonly outcome: 'added' }
  | { readonly outcome: 'full'; readonly tier: Tier }
  | { readonly outcome: 'over' }
  | { readonly outcome: 'gone' };

function tooManyPortfolios(): AppError {
  const max = accountMaximums.portfolios.toLocaleString('en-US');
  return new AppError('conflict', `An account has room for ${max} portfolios. Delete some first.`);
}

export function createPortfolioService(deps: PortfolioServiceDeps): PortfolioService {
  const { db, portfolios, listHoldings, transactions, wallets, clock } = deps;
  const createPortfolio = (name: string): Portfolio => ({
    id: randomUUID(),
    name,
    createdAt: new Date(clock.now()).toISOString(),
  });

  return {
    listPortfolios: portfolios.list,

    async addPortfolio(userId, name) {
      const portfolio = createPortfolio(name);
      const answer = await addIfAllowed(deps, userId, portfolio);
      if (answer.outcome === 'gone') throw new AppError('unauthorized', 'This account no longer exists.');
      if (answer.outcome === 'full') throw limitReached(answer.tier, 'portfolio');
      if (answer.outcome === 'over') throw tooManyPortfolios();
      return portfolio;
    },

    async renamePortfolio(userId, id, name) {
      const portfolio = await portfolios.rename(userId, id, name);
      if (!portfolio) throw noPortfolio();
      return portfolio;
    },

    async removePortfolio(userId, id) {
      const outcome = await removeUnlessLast(deps, userId, id);
      if (outcome === 'missing') throw noPortfolio();
      if (outcome === 'last') throw new AppError('conflict', 'Your last portfolio cannot be deleted.');
    },

    addMainPortfolio: (tx, userId) => portfolios.add(tx, userId, createPortfolio('Main'), 0),

    async listEverything(userId) {
      const own = await portfolios.list(userId);
      const whole: WholePortfolio[] = [];
      for (const portfolio of own) {
        whole.push({
          ...portfolio,
          settings: await wallets.findSettings(db, userId, portfolio.id),
          wallets: await wallets.list(db, portfolio.id),
          transactions: listAll(transactions, portfolio.id),
          holdings: await listHoldings(userId, portfolio.id),
        });
        // There may be a thousand, and reads from the embedded database are synchronous.
        await yieldToEventLoop();
      }
      return whole;
    },
  };
}

function addIfAllowed(
  { db, portfolios }: PortfolioServiceDeps,
  userId: string,
  portfolio: Portfolio,
): Promise<AddOutcome> {
  return transact(db, async (tx) => {
    const user = await lockOwner(tx, userId);
    if (!user) return { outcome: 'gone' };
    const { length } = await portfolios.listIds(tx, userId);
    if (!canAdd(user.tier, 'portfolio', length)) return { outcome: 'full', tier: user.tier };
    if (length >= accountMaximums.portfolios) return { outcome: 'over' };
    await portfolios.add(tx, userId, portfolio, user.revision);
    return { outcome: 'added' };
  });
}

function removeUnlessLast(
  { db, portfolios }: PortfolioServiceDeps,
  userId: string,
  id: string,
): Promise<'removed' | 'missing' | 'last'> {
  return transact(db, async (tx) => {
    await lockOwner(tx, userId);
    const ids = await portfolios.listIds(tx, userId);
    if (!ids.includes(id)) return 'missing';
    if (ids.length === 1) return 'last';
    await portfolios.remove(tx, id);
    return 'removed';
  });
}
