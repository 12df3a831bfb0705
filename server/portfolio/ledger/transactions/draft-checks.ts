import type { TransactionInput } from '#contract/ledger/transaction.ts';
import type { CoinId } from '#contract/units.ts';
import type { CoinName, FindCoin } from '#server/market/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { Pauses } from '#server/platform/pauses.ts';
import { NamedLotsBudget } from '../engine/named-lots-budget.ts';
import type { WalletStore } from '../wallets/store.ts';
import { elsewhereWallet, mainWallet } from '../wallets/wallet-id.ts';
import { findDateIssues } from './date-issues.ts';
import { findLotIssues } from './lot-issues.ts';
import type { TransactionStore } from './store.ts';
import {
  type CoinNames,
  type DraftColumns,
  findWalletIssues,
  type Issue,
  listCoinFields,
  toDraft,
} from './transaction-draft.ts';
import type { TransactionRow } from './transaction-row.ts';

/**
 * Checks transactions from clients against the market, the clock and the ledger. Throws `AppError`s naming the field.
 */
export interface DraftChecks {
  /** Checks dates, amounts and coins, and returns the columns. `stored`: the transaction to be replaced. */
  readDrafts(
    portfolioId: string,
    inputs: readonly TransactionInput[],
    about: { readonly isBatch?: boolean; readonly stored?: TransactionRow | undefined },
  ): Promise<DraftColumns[]>;
  /** Refuses wallets that don't exist. `reader` may be an open database transaction. */
  refuseWallets(reader: Reader, portfolioId: string, rows: Rows, about: About): Promise<void>;
  /**
   * Refuses wallets and lots that don't exist, and too many lots. Don't call it within a database transaction: a large
   * ledger takes seconds, during which the embedded database would block all writes. Returns the ledger's revision that
   * lots were checked against, or null if none are named.
   */
  refuseInvalid(userId: string, portfolioId: string, rows: Rows, about: About): Promise<number | null>;
}

type Reader = Parameters<WalletStore['list']>[0];
type Rows = readonly TransactionRow[];
interface About {
  readonly isBatch: boolean;
}

export interface DraftChecksDeps {
  readonly db: Reader;
  readonly transactions: Pick<TransactionStore, 'listCoinNames' | 'findRevision' | 'listOfCoins' | 'sumLots'>;
  readonly wallets: Pick<WalletStore, 'list' | 'findSettings'>;
  readonly findCoin: FindCoin;
  readonly clock: Clock;
}

const maxIssues = 100;
/** Coins found in the market between two pauses. */
const coinsAtOnce = 100;
/** About a hundred lots, in characters. For fewer, the stored ones aren't summed, as that takes longer than the rest. */
const minSummedLots = 8_000;
const tooManyPlaces = 'Must have at most 24 digits before the point and 18 after it';

export function createDraftChecks(deps: DraftChecksDeps): DraftChecks {
  const { db, transactions, wallets, clock } = deps;

  async function refuseWallets(reader: Reader, portfolioId: string, rows: Rows, { isBatch }: About) {
    const own = await wallets.list(reader, portfolioId);
    const ids = new Set([mainWallet.id, elsewhereWallet.id, ...own.map(({ id }) => id)]);
    refuse(collect(rows, isBatch, (row) => findWalletIssues(row, ids)));
  }

  return {
    refuseWallets,

    async readDrafts(portfolioId, inputs, { isBatch = false, stored }) {
      const names = await findNames(deps, portfolioId, inputs);
      const issues = collect(inputs, isBatch, (input) => [
        ...findDateIssues(input, clock.now()),
        ...findPlacesIssues(input, stored),
      ]);
      const unknown = collect(inputs, isBatch, (input) =>
        listCoinFields(input)
          .filter(({ coinId }) => !names.has(coinId))
          .map(({ path }) => ({ path, message: 'There is no such coin' })),
      );
      if (issues.length === 0 && unknown.length > 0 && !isBatch)
        throw new AppError('not_found', 'There is no such coin.');
      refuse([...issues, ...unknown]);
      return inputs.map((input) => toDraft(input, names));
    },

    async refuseInvalid(userId, portfolioId, rows, about) {
      await refuseWallets(db, portfolioId, rows, about);
      if (rows.every(({ lots }) => lots === null)) return null;
      const added = rows.reduce((sum, { lots }) => sum + (lots?.length ?? 0), 0);
      if (added >= minSummedLots)
        new NamedLotsBudget().take(added + (await transactions.sumLots(portfolioId)));
      // Read before the ledger, so that a change in between is noticed.
      const revision = (await transactions.findRevision(portfolioId)) ?? 0;
      const lotIssues = await findIssuesOfLots(deps, { userId, portfolioId, rows });
      refuse(collect(rows, about.isBatch, ({ id }) => lotIssues.get(id) ?? []));
      return revision;
    },
  };
}

/** The issues of all items. In a batch each path starts with the item's index. */
function collect<T>(items: readonly T[], isBatch: boolean, find: (item: T) => readonly Issue[]): Issue[] {
  return items.flatMap((item, index) =>
    find(item).map(({ path, message }) => ({
      path: isBatch ? `transactions.${index}.${path}` : path,
      message,
    })),
  );
}

function refuse(issues: readonly Issue[]): void {
  const [first] = issues;
  if (!first) return;
  throw new AppError('invalid_request', first.message, { issues: issues.slice(0, maxIssues) });
}

/** Coins already in the ledger aren't looked up in the market, which may be down or no longer have them. */
async function findNames(
  { transactions, findCoin }: DraftChecksDeps,
  portfolioId: string,
  inputs: readonly TransactionInput[],
): Promise<CoinNames> {
  const wanted = [...new Set(inputs.flatMap(listCoinFields).map(({ coinId }) => coinId))];
  const stored = await transactions.listCoinNames(portfolioId, wanted);
  const names = new Map<CoinId, CoinName>(stored.map((coin) => [coin.coinId, coin]));
  const pauses = new Pauses(coinsAtOnce);
  for (const coinId of wanted.filter((id) => !names.has(id))) {
    const found = await findCoin(coinId);
    if (found) names.set(coinId, found);
    await pauses.after();
  }
  return names;
}

/** Money may have up to 36 decimals only if it was computed from a price and stays unchanged. */
function findPlacesIssues(input: TransactionInput, stored: TransactionRow | undefined): Issue[] {
  return (['in', 'out', 'fee', 'value'] as const).flatMap((side) => {
    const amount = input[side]?.amount;
    const places = amount?.split('.')[1]?.length ?? 0;
    if (places <= 18 || amount === stored?.[`${side}_amount`]) return [];
    return [{ path: `${side}.amount`, message: tooManyPlaces }];
  });
}

async function findIssuesOfLots(
  { db, transactions, wallets }: DraftChecksDeps,
  { userId, portfolioId, rows }: { userId: string; portfolioId: string; rows: Rows },
): Promise<Map<string, Issue[]>> {
  const issues = new Map<string, Issue[]>();
  const naming = rows.filter(({ lots }) => lots !== null);
  const settings = await wallets.findSettings(db, userId, portfolioId);
  const newIds = new Set(rows.map(({ id }) => id));
  const coinIds = [...new Set(naming.flatMap(({ out_coin }) => out_coin ?? []))];
  for await (const [coinId, stored] of transactions.listOfCoins(db, portfolioId, coinIds)) {
    const added = rows.filter((row) => [row.in_coin, row.out_coin, row.fee_coin].includes(coinId));
    const all = [...stored.filter(({ id }) => !newIds.has(id)), ...added];
    const found = await findLotIssues(coinId, all, newIds, settings?.scope ?? 'portfolio');
    for (const [id, ofRow] of found) issues.set(id, ofRow);
  }
  return issues;
}
