import type { Leg, LegInput, TransactionInput } from '#contract/ledger/transaction.ts';
import type { CoinId } from '#contract/units.ts';
import type { CoinName } from '#server/market/service.ts';
import { elsewhere, ranks } from '../engine/entry.ts';
import { readWalletId } from '../wallets/wallet-id.ts';
import { type TransactionRow, writeLeg, writeRowKey } from './transaction-row.ts';

/** An invalid field of a transaction. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** The market's symbols and names of coins, by the ids that the client sent. */
export type CoinNames = ReadonlyMap<CoinId, CoinName>;

/** The columns set by a client. */
export type DraftColumns = Omit<
  TransactionRow,
  | 'id'
  | 'portfolio_id'
  | 'source'
  | 'import_id'
  | 'external_id'
  | 'is_date_assumed'
  | 'unit_price'
  | 'created_at'
  | 'updated_at'
  | 'ordinal'
  | 'revision'
  | 'deleted_at'
>;

const legSides = ['in', 'out', 'fee'] as const;

/** The ids of a transaction's coins, and the fields that contain them. */
export function listCoinFields(input: TransactionInput): { path: string; coinId: CoinId }[] {
  return legSides.flatMap((side) => {
    const coinId = input[side]?.coinId;
    return coinId === undefined ? [] : [{ path: `${side}.coinId`, coinId }];
  });
}

/** Finds unknown wallets, and transfers from a wallet to itself. */
export function findWalletIssues(
  draft: Pick<DraftColumns, 'wallet' | 'to_wallet'>,
  walletIds: ReadonlySet<string>,
): Issue[] {
  const { wallet, to_wallet: toWallet } = draft;
  const issues: Issue[] = [];
  const message = 'There is no such wallet in this portfolio';
  if (!walletIds.has(wallet)) issues.push({ path: 'wallet', message });
  if (toWallet === null) return issues;
  if (!walletIds.has(toWallet)) issues.push({ path: 'toWallet', message });
  if (toWallet === wallet) issues.push({ path: 'toWallet', message: 'Must differ from `wallet`' });
  return issues;
}

/** The columns of a client's input. All its coins must be in `names`. */
export function toDraft(input: TransactionInput, names: CoinNames): DraftColumns {
  const { type, value } = input;
  return {
    type,
    kind: type === 'income' ? (input.kind ?? 'other') : null,
    occurred_at: Date.parse(input.occurredAt),
    ...writeLeg('in', toLeg(input.in, names)),
    ...writeLeg('out', toLeg(input.out, names)),
    ...writeLeg('fee', toLeg(input.fee, names)),
    value_currency: value?.currency ?? null,
    value_amount: value?.amount ?? null,
    wallet: readWalletId(input.wallet),
    to_wallet: input.toWallet === null ? null : readWalletId(input.toWallet),
    lots: input.lots?.length ? JSON.stringify(input.lots) : null,
    note: input.note || null,
    acquired_at: input.acquiredAt === null ? null : Date.parse(input.acquiredAt),
    type_rank: ranks[type],
    row_key: writeRowKey(null),
  };
}

function toLeg(input: LegInput | null, names: CoinNames): Leg | null {
  if (input === null) return null;
  const { coinId, currency, amount } = input;
  if (currency !== undefined) return { currency, amount };
  const coin = names.get(coinId!);
  if (!coin) throw new Error('a coin without a name');
  return { ...coin, amount };
}

/** Whether a transaction can add a lot of a coin. A transfer from `Elsewhere` can: its coins may be of unknown origin. */
export function canBeLot(
  row: Pick<TransactionRow, 'in_coin' | 'out_coin' | 'type' | 'wallet'>,
  coinId: CoinId,
): boolean {
  if (row.in_coin === coinId) return true;
  return row.type === 'transfer' && row.wallet === elsewhere && row.out_coin === coinId;
}
