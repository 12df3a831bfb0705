import type { LedgerHolding, LedgerProblem, Preview } from '#contract/ledger/figures.ts';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import type { TransactionType } from '#contract/ledger/transaction.ts';
import type { DecimalText } from '#contract/units.ts';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import { compareDecimals, sumDecimals } from '../decimal-sum.ts';

type MethodEffect = Preview['methods'][number];

/** Coins that a new transaction would add to the holdings, in a lot or a pool. */
interface AddedCoins {
  readonly coinId: string;
  readonly symbol: string;
  readonly amount: DecimalText;
  /** Null if not known. */
  readonly cost: DecimalText | null;
}

/** What the form shows before saving. */
export interface EffectParts {
  /** What is taken from lots by the method in use. Null: nothing. */
  readonly disposal: MethodEffect | null;
  /** Whether the disposal has a gain. A gift doesn't: it leaves at its cost. */
  readonly hasGain: boolean;
  /** The effect by each of the other methods, with the same scope. */
  readonly others: readonly MethodEffect[];
  readonly added: readonly AddedCoins[];
  readonly after: readonly LedgerHolding[];
  /** Problems that the transaction would cause. */
  readonly problems: readonly LedgerProblem[];
}

/**
 * Reads a preview for the form. `typed`: the coins chosen in the form. `isEdit`: the preview changes a stored
 * transaction. The holdings before it already include that transaction, so they don't show what it adds.
 */
export function readEffect(
  { methods, holdings }: Preview,
  type: TransactionType,
  { method, scope }: Pick<LedgerSettings, 'method' | 'scope'>,
  { typed = [], isEdit = false }: { readonly typed?: readonly CoinMatch[]; readonly isEdit?: boolean } = {},
): EffectParts {
  const after = holdings.after.map((holding) => withNames(holding, typed));
  const used = methods.find((each) => each.method === method && each.scope === scope) ?? methods[0];
  const disposal = used && used.matches.length > 0 ? used : null;
  const others = methods.filter((each) => each !== used && each.scope === used?.scope);
  const hasGain = disposal !== null && type !== 'gift_out';
  return {
    disposal,
    hasGain,
    others: hasGain ? others : [],
    added: type === 'transfer' || isEdit ? [] : listAdded({ before: holdings.before, after }),
    after,
    problems: listNewProblems(holdings),
  };
}

/** A coin that is new to the ledger gets its name and symbol from the form. */
function withNames(holding: LedgerHolding, typed: readonly CoinMatch[]): LedgerHolding {
  const coin = typed.find(({ id }) => id === holding.coinId);
  return coin ? { ...holding, name: coin.name, symbol: coin.symbol } : holding;
}

/** The coins whose amount would grow. */
function listAdded({ before, after }: Preview['holdings']): AddedCoins[] {
  return after.flatMap(({ coinId, symbol, amount, costBasis }) => {
    const held = before.find((each) => each.coinId === coinId);
    const added = minus(amount, held?.amount ?? '0');
    if (compareDecimals(added, '0') <= 0) return [];
    const cost = costBasis === null ? null : minus(costBasis, held?.costBasis ?? '0');
    return [{ coinId, symbol, amount: added, cost: cost === null || isBelowZero(cost) ? null : cost }];
  });
}

function listNewProblems({ before, after }: Preview['holdings']): LedgerProblem[] {
  const known = new Set(before.flatMap(({ problems }) => problems.map(({ message }) => message)));
  return after.flatMap(({ problems }) => problems.filter(({ message }) => !known.has(message)));
}

const isBelowZero = (text: string) => text.startsWith('-');

/** The exact difference of two decimals, without trailing zeros. */
function minus(one: DecimalText, other: DecimalText): DecimalText {
  const difference = sumDecimals([one, isBelowZero(other) ? other.slice(1) : `-${other}`]);
  return difference.includes('.') ? difference.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : difference;
}
