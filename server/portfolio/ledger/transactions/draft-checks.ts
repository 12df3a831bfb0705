import type { TransactionInput } from '#contract/ledger/transaction.ts';
import type { CoinId } from '#contract/units.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { CoinName, FindCoin } from '../../../market/service.ts';
import type { Clock } from '../../../platform/clock.ts';
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

/** Checks what clients write against the market, the clock and the ledger. Throws `AppError`s that name the field. */
export interface DraftChecks {
  /** `stored`: the transaction that is to be replaced. */
  readDrafts(
    portfolioId: string,
    inputs: readonly TransactionInput[],
    about: { readonly isBatch?: boolean; readonly stored?: TransactionRow | undefined },
  ): Promise<DraftColumns[]>;
  /** Refuses wallets and lots that are not there. `db` may be an open transaction. */
  refuseUnfit(
    db: Reader,
    userId: string,
    portfolioId: string,
    rows: readonly TransactionRow[],
    about: { readonly isBatch: boolean },
  ): Promise<void>;
}

type Reader = Parameters<WalletStore['list']>[0];

export interface DraftChecksDeps {
  readonly transactions: Pick<TransactionStore, 'findCoinName' | 'listOfCoin'>;
  readonly wallets: Pick<WalletStore, 'list' | 'findSettings'>;
  readonly findCoin: FindCoin;
  readonly clock: Clock;
}

const maxIssues = 100;
const tooManyPlaces = 'Must have at most 24 digits before the point and 18 after it';

export function createDraftChecks(deps: DraftChecksDeps): DraftChecks {
  const { wallets, clock } = deps;
  return {
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

    async refuseUnfit(db, userId, portfolioId, rows, { isBatch }) {
      const own = await wallets.list(db, portfolioId);
      const ids = new Set([mainWallet.id, elsewhereWallet.id, ...own.map(({ id }) => id)]);
      refuse(collect(rows, isBatch, (row) => findWalletIssues(row, ids)));
      const lotIssues = await findIssuesOfLots(deps, db, { userId, portfolioId, rows });
      refuse(collect(rows, isBatch, ({ id }) => lotIssues.get(id) ?? []));
    },
  };
}

/** The issues of all items; in a batch each path begins with the item's place. */
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

/** Coins that the ledger has need not be looked up: the market may be away, or have them no more. */
async function findNames(
  { transactions, findCoin }: DraftChecksDeps,
  portfolioId: string,
  inputs: readonly TransactionInput[],
): Promise<CoinNames> {
  const wanted = new Set(inputs.flatMap(listCoinFields).map(({ coinId }) => coinId));
  const names = new Map<CoinId, CoinName>();
  for (const coinId of wanted) {
    const known = (await transactions.findCoinName(portfolioId, coinId)) ?? (await findCoin(coinId));
    if (known) names.set(coinId, known);
  }
  return names;
}

/** Money has up to 36 places only where it was worked out from a price, and stays so. */
function findPlacesIssues(input: TransactionInput, stored: TransactionRow | undefined): Issue[] {
  return (['in', 'out', 'fee', 'value'] as const).flatMap((side) => {
    const amount = input[side]?.amount;
    const places = amount?.split('.')[1]?.length ?? 0;
    if (places <= 18 || amount === stored?.[`${side}_amount`]) return [];
    return [{ path: `${side}.amount`, message: tooManyPlaces }];
  });
}

async function findIssuesOfLots(
  { transactions, wallets }: DraftChecksDeps,
  db: Reader,
  { userId, portfolioId, rows }: { userId: string; portfolioId: string; rows: readonly TransactionRow[] },
): Promise<Map<string, Issue[]>> {
  const issues = new Map<string, Issue[]>();
  const naming = rows.filter(({ lots }) => lots !== null);
  if (naming.length === 0) return issues;
  const settings = await wallets.findSettings(db, userId, portfolioId);
  const newIds = new Set(rows.map(({ id }) => id));
  for (const coinId of new Set(naming.flatMap(({ out_coin }) => out_coin ?? []))) {
    const stored = await transactions.listOfCoin(db, portfolioId, coinId);
    const added = rows.filter((row) => [row.in_coin, row.out_coin, row.fee_coin].includes(coinId));
    const all = [...stored.filter(({ id }) => !newIds.has(id)), ...added];
    const found = await findLotIssues(coinId, all, newIds, settings?.scope ?? 'portfolio');
    for (const [id, ofRow] of found) issues.set(id, ofRow);
  }
  return issues;
}
