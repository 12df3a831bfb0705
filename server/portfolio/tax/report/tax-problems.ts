import type { TaxProblem } from '#contract/tax/report.ts';
import type { CoinId } from '#contract/units.ts';
import type { Problem } from '../../ledger/engine/coin-event.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';
import type { Money } from '../../ledger/engine/fixed-point.ts';
import { absolute } from '../../ledger/engine/fixed-point.ts';
import type { CoinNames } from '../../ledger/figures/coin-names.ts';
import { describeProblem } from '../../ledger/figures/describe-problem.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';
import type { TaxOutcome } from '../rules/country-rules.ts';
import { type LineDraft, sumLargestGains } from './line-draft.ts';
import type { TaxCase } from './tax-case.ts';
import { dayText } from './time-zone.ts';

export interface TaxProblems {
  readonly problems: readonly TaxProblem[];
  /** Upper bound over all lines touched by a problem, counting each line once; null if there is no bound. */
  readonly largestDifference: Money | null;
}

/** Lists what is wrong or unknown, as far as it affects the year, and by how much it could change the year's net. */
export function listProblems(
  { entries, year }: TaxCase,
  outcome: TaxOutcome,
  names: ReadonlyMap<CoinId, CoinNames>,
): TaxProblems {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const index = new LineIndex(outcome.lines);
  const touched = new Set<LineDraft>();
  const problems: TaxProblem[] = [];
  const dayOf = (transactionId: string | null) => {
    const entry = transactionId === null ? undefined : byId.get(transactionId);
    return entry === undefined ? null : dayText(year.zone.dayOf(entry.occurredAt));
  };
  for (const { coinId, problems: found } of outcome.run.coins.values()) {
    const ofCoin: FoundProblem[] = [];
    for (const problem of found) {
      const entry = byId.get(problem.transactionId);
      if (!entry || entry.occurredAt >= year.to || isLeftOut(outcome, problem, entry)) continue;
      const isOfYear = entry.occurredAt >= year.from;
      // In France a missing cost affects the whole portfolio.
      const isOfAll = outcome.method === 'portfolio_share' && outcome.lines.length > 0;
      if (!isOfYear && !isOfAll && problem.kind !== 'assumed_date' && !index.hasLines(coinId)) continue;
      const lines = index.find(coinId, problem, entry);
      for (const line of lines) touched.add(line);
      ofCoin.push({ problem, lines });
    }
    for (const { problem, lines } of withoutRepeats(ofCoin)) {
      const ofCause = outcome.causes?.get(problem.transactionId);
      problems.push({
        ...describeProblem(problem.kind, problem.transactionId, names.get(coinId)?.symbol ?? coinId),
        day: dayOf(problem.transactionId),
        largestDifference: moneyText(ofCause === undefined ? sumBounds(lines) : ofCause),
      });
    }
  }
  for (const { kind, message, transactionId, lines } of outcome.problems ?? []) {
    for (const line of lines) touched.add(line);
    problems.push({
      ...{ kind, message, transactionId, day: dayOf(transactionId) },
      largestDifference: moneyText(sumBounds(lines)),
    });
  }
  return { problems, largestDifference: sumBounds([...touched]) };
}

/** Problems that explain why acquired coins have no known cost. */
const causes = new Set<Problem['kind']>(['unknown_cost', 'unknown_origin']);

interface FoundProblem {
  readonly problem: Problem;
  readonly lines: readonly LineDraft[];
}

/**
 * Removes repeats: an unknown cost is a problem of the acquisition and again of each disposal matched with it. It is
 * listed at the acquisition, with all lines it touches, or, for pools, which name no purchase, at the disposals.
 */
function withoutRepeats(found: readonly FoundProblem[]): FoundProblem[] {
  const named = new Set(
    found.filter(({ problem }) => causes.has(problem.kind)).map(({ problem }) => problem.transactionId),
  );
  const isNamed = ({ transactionId }: LineDraft['matches'][number]) =>
    transactionId !== null && named.has(transactionId);
  const unknown = found.filter(({ problem }) => problem.kind === 'unknown_cost');
  const hasPool = unknown.some(({ lines }) =>
    lines.some(({ matches }) => matches.some(({ rule, cost }) => rule === 'pool' && cost === null)),
  );
  const isRepeated = ({ problem, lines }: FoundProblem) =>
    problem.kind === 'unknown_cost' &&
    (lines.length === 0
      ? hasPool
      : lines.every(({ disposals, matches }) => {
          const isDisposal = disposals.some(({ transactionId }) => transactionId === problem.transactionId);
          const missing = matches.filter(({ cost }) => cost === null);
          return isDisposal && missing.length > 0 && missing.every(isNamed);
        }));
  return found.filter((one) => !isRepeated(one));
}

/**
 * Whether a problem of the ledger is left out: because it doesn't matter under the country's rules (in France a disposal
 * has no lots whose cost could be missing), or because a problem of the rules themselves says more.
 */
function isLeftOut(
  { irrelevantProblems, method, problems = [] }: TaxOutcome,
  { kind, transactionId }: Problem,
  { type }: LedgerEntry,
): boolean {
  if (irrelevantProblems?.has(kind)) return true;
  if (
    kind === 'unknown_cost' &&
    problems.some((own) => own.kind === kind && own.transactionId === transactionId)
  )
    return true;
  if (method !== 'portfolio_share') return false;
  const isAcquisition = type === 'buy' || type === 'opening' || type === 'gift_in' || type === 'transfer';
  return kind === 'lot_missing' || (kind === 'unknown_cost' && !isAcquisition);
}

class LineIndex {
  readonly #byCoin: ReadonlyMap<CoinId, readonly LineDraft[]>;
  readonly #byTransaction = new Map<string, Set<LineDraft>>();

  constructor(lines: readonly LineDraft[]) {
    this.#byCoin = Map.groupBy(lines, ({ coinId }) => coinId);
    for (const line of lines) {
      for (const { transactionId } of line.disposals) this.#note(`${line.coinId} ${transactionId}`, line);
      for (const { transactionId } of line.matches)
        if (transactionId !== null) this.#note(`${line.coinId} ${transactionId}`, line);
    }
  }

  hasLines(coinId: CoinId): boolean {
    return this.#byCoin.has(coinId);
  }

  /** Lines that name the transaction. If it went into a pool: all lines of the coin from then on. */
  find(coinId: CoinId, { kind, transactionId }: Problem, entry: LedgerEntry): LineDraft[] {
    const named = this.#byTransaction.get(`${coinId} ${transactionId}`);
    const isAssumed = kind === 'assumed_date' || kind === 'assumed_value';
    const pooled = isAssumed
      ? (this.#byCoin.get(coinId) ?? []).filter(
          ({ matches, at }) => at >= entry.occurredAt && matches.some(({ rule }) => rule === 'pool'),
        )
      : [];
    const lines = [...new Set([...(named ?? []), ...pooled])];
    // If a part of a disposal has no cost, the other part, on a line of its own, is still known.
    const unknown =
      kind === 'unknown_cost' || kind === 'negative_balance' ? lines.filter(({ gain }) => gain === null) : [];
    return unknown.length > 0 ? unknown : lines;
  }

  #note(name: string, line: LineDraft): void {
    const known = this.#byTransaction.get(name);
    if (known) known.add(line);
    else this.#byTransaction.set(name, new Set([line]));
  }
}

/**
 * By how much the lines could change the net at most. An unknown gain could be as large as if the missing cost were
 * zero, and a known gain could turn out to be 0. Exempt lines without a gain change nothing. Null if the proceeds of a
 * line are unknown.
 */
function sumBounds(lines: readonly LineDraft[]): Money | null {
  const unknown = sumLargestGains(lines.filter(({ gain, exempt }) => gain === null && !exempt));
  if (unknown === null) return null;
  return lines.reduce((sum, { gain }) => sum + absolute(gain ?? 0n), absolute(unknown));
}
