import type { LedgerHolding, LedgerProblem, Preview } from '#contract/ledger/figures.ts';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import type { TransactionType } from '#contract/ledger/transaction.ts';
import type { DecimalText } from '#contract/units.ts';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import { isZero } from '../decimal-sum.ts';

type MethodEffect = Preview['methods'][number];

/** Coins that the transaction adds, in a lot or a pool. */
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
  /** Whether the disposal has a gain. A gift doesn't, apart from its fee: it leaves at its cost. */
  readonly hasGain: boolean;
  /** The effect by each of the other methods, with the same scope. */
  readonly others: readonly MethodEffect[];
  readonly added: readonly AddedCoins[];
  readonly after: readonly LedgerHolding[];
  /** Problems that the transaction would cause. */
  readonly problems: readonly LedgerProblem[];
}

/**
 * Reads a preview for the form. `typed`: the coins chosen in the form. Servers of the previous version, which run beside
 * this one during an upgrade, don't say what a transaction adds.
 */
export function readEffect(
  { methods, adds = [], holdings }: Omit<Preview, 'adds'> & Partial<Pick<Preview, 'adds'>>,
  type: TransactionType,
  { method, scope }: Pick<LedgerSettings, 'method' | 'scope'>,
  typed: readonly CoinMatch[] = [],
): EffectParts {
  const after = holdings.after.map((holding) => withNames(holding, typed));
  const listed = methods.filter((each) => isOfScope(each, scope));
  // Named lots are only listed if a transaction names some. Otherwise, they are used first in, first out.
  const used = listed.find((each) => each.method === method) ?? listed[0] ?? methods[0];
  const disposal = used && used.matches.length > 0 ? used : null;
  const others = listed.filter((each) => each !== used);
  const hasGain = disposal !== null && (type !== 'gift_out' || hasFeeGain(disposal));
  return {
    disposal,
    hasGain,
    others: hasGain ? others : [],
    added: adds.map((coins) => ({ ...coins, symbol: symbolOf(coins.coinId, after) })),
    after,
    problems: listNewProblems(holdings),
  };
}

/** Share pooling ignores the scope. */
const isOfScope = (each: MethodEffect, scope: LedgerSettings['scope']) =>
  each.scope === scope || each.method === 'uk';

/** A gift leaves at its cost, so it only has a gain if its fee is paid in coins. */
const hasFeeGain = ({ gain }: MethodEffect) => gain !== null && !isZero(gain);

/** A coin that is new to the ledger gets its name and symbol from the form. */
function withNames(holding: LedgerHolding, typed: readonly CoinMatch[]): LedgerHolding {
  const coin = typed.find(({ id }) => id === holding.coinId);
  return coin ? { ...holding, name: coin.name, symbol: coin.symbol } : holding;
}

const symbolOf = (coinId: string, holdings: readonly LedgerHolding[]) =>
  holdings.find((holding) => holding.coinId === coinId)?.symbol ?? coinId;

/** The first of each message. Another transaction may have the same problem already. */
function listNewProblems({ before, after }: Preview['holdings']): LedgerProblem[] {
  const known = new Set(listProblems(before).map(({ key }) => key));
  const added = listProblems(after).filter(({ key }) => !known.has(key));
  const first = new Map(added.toReversed().map(({ problem }) => [problem.message, problem]));
  return [...first.values()].reverse();
}

const listProblems = (holdings: readonly LedgerHolding[]) =>
  holdings.flatMap(({ coinId, problems }) =>
    problems.map((problem) => ({ problem, key: `${coinId} ${problem.kind} ${problem.transactionId}` })),
  );
