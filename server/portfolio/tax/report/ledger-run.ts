import type { TaxLineKind } from '#contract/tax/report.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import { CoinAccount, type Disposal } from '../../ledger/engine/coin-account.ts';
import type { CoinEvent, Problem } from '../../ledger/engine/coin-event.ts';
import { compareEntries, type LedgerEntry } from '../../ledger/engine/entry.ts';
import { expandEntry, type Valuer } from '../../ledger/engine/expand-entry.ts';
import type { DatedValue } from '../../ledger/engine/figures.ts';
import type { Amount, Money } from '../../ledger/engine/fixed-point.ts';
import type { Match, OpenLot } from '../../ledger/engine/lot.ts';

/** A disposal in the ledger, as computed by one method. */
export interface TaxPart {
  /** As entered in the ledger, before any rule changed it. */
  readonly entry: LedgerEntry;
  readonly kind: TaxLineKind;
  readonly coinId: CoinId;
  readonly at: Instant;
  readonly isFee: boolean;
  readonly amount: Amount;
  /** Net of `fees`. */
  readonly proceeds: Money | null;
  readonly cost: Money | null;
  readonly gain: Money | null;
  /** Paid in order to sell. */
  readonly fees: Money | null;
  readonly matches: readonly Match[];
}

/** One coin's events, in ledger order. */
export interface CoinHistory {
  readonly coinId: CoinId;
  readonly events: CoinEvent[];
  readonly problems: Problem[];
}

/** Turns a coin's history into disposals. */
export type RunCoin = (history: CoinHistory) => CoinResult;

export interface CoinResult {
  readonly disposals: readonly Disposal[];
  readonly open: readonly OpenLot[];
  readonly problems: readonly Problem[];
}

export interface LedgerRun {
  readonly coins: ReadonlyMap<CoinId, CoinHistory & CoinResult>;
  readonly incomes: readonly (DatedValue & { readonly coinId: CoinId })[];
  /** In ledger order; a fee follows the transaction it was paid for. */
  readonly parts: readonly TaxPart[];
}

interface Expanded {
  readonly coins: Map<CoinId, CoinHistory>;
  readonly incomes: (DatedValue & { readonly coinId: CoinId })[];
  /** By transaction id. */
  readonly feeValues: Map<string, Money | null>;
  readonly positions: Map<string, number>;
}

/** Runs the whole ledger by one method. `originals`: the entries that a rule replaced, by id. */
export function runLedger(
  entries: readonly LedgerEntry[],
  run: MethodChoice | RunCoin,
  valuer: Valuer,
  originals: ReadonlyMap<string, LedgerEntry> = new Map(),
): LedgerRun {
  const expanded = expandAll(entries, valuer);
  const runCoin = typeof run === 'function' ? run : (history: CoinHistory) => runAccount(history.events, run);
  const coins = new Map<CoinId, CoinHistory & CoinResult>();
  for (const history of expanded.coins.values()) {
    const result = runCoin(history);
    const problems = withoutRepeats([...history.problems, ...result.problems]);
    coins.set(history.coinId, { ...history, ...result, problems });
  }
  return { coins, incomes: expanded.incomes, parts: listParts([...coins.values()], expanded, originals) };
}

/** Runs one coin's events by one of the ledger's methods. */
export function runAccount(events: readonly CoinEvent[], { method, scope }: MethodChoice): CoinResult {
  const account = new CoinAccount(method, scope);
  for (const event of events) account.apply(event);
  const disposals = account.listDisposals();
  return {
    disposals,
    open: account.listOpen(),
    problems: [...account.problems, ...disposals.flatMap(({ problems }) => problems)],
  };
}

/** In ledger order. */
function expandAll(entries: readonly LedgerEntry[], valuer: Valuer): Expanded {
  const expanded: Expanded = { coins: new Map(), incomes: [], feeValues: new Map(), positions: new Map() };
  const historyOf = (coinId: CoinId): CoinHistory => {
    const known = expanded.coins.get(coinId);
    if (known) return known;
    const made: CoinHistory = { coinId, events: [], problems: [] };
    expanded.coins.set(coinId, made);
    return made;
  };
  for (const entry of entries.toSorted(compareEntries)) {
    const { events, problems, income, feeValue } = expandEntry(entry, valuer);
    for (const event of events) historyOf(event.coinId).events.push(event);
    for (const { coinId, problem } of problems) historyOf(coinId).problems.push(problem);
    if (income) expanded.incomes.push(income);
    expanded.feeValues.set(entry.id, feeValue);
    expanded.positions.set(entry.id, expanded.positions.size);
  }
  return expanded;
}

function listParts(
  coins: readonly (CoinHistory & CoinResult)[],
  { feeValues, positions }: Expanded,
  originals: ReadonlyMap<string, LedgerEntry>,
): TaxPart[] {
  const parts = coins.flatMap(({ coinId, disposals }) =>
    disposals.map((disposal) => {
      const { event } = disposal;
      const entry = originals.get(event.entry.id) ?? event.entry;
      const isSellingCost = event.entry.type !== 'swap' || event.entry.isFeeSellingCost === true;
      const isPaidToSell = !event.isFee && isSellingCost && event.proceeds !== 'atCost';
      return {
        entry,
        kind: kindOf(entry, event.isFee),
        coinId,
        at: entry.occurredAt,
        isFee: event.isFee,
        amount: event.amount,
        proceeds: disposal.proceeds,
        cost: disposal.cost,
        gain: disposal.gain,
        fees: isPaidToSell ? (feeValues.get(entry.id) ?? null) : 0n,
        matches: disposal.matches,
      };
    }),
  );
  const positionOf = ({ entry }: TaxPart) => positions.get(entry.id) ?? 0;
  return parts.sort((a, b) => positionOf(a) - positionOf(b) || Number(a.isFee) - Number(b.isFee));
}

function kindOf({ type }: LedgerEntry, isFee: boolean): TaxLineKind {
  if (isFee) return 'fee';
  return type === 'swap' || type === 'spend' || type === 'gift_out' || type === 'loss' ? type : 'sell';
}

function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return [
    ...new Map(problems.map((problem) => [`${problem.kind} ${problem.transactionId}`, problem])).values(),
  ];
}
