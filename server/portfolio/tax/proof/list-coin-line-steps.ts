import type { CoinId } from '#contract/units.ts';
import type { Disposal } from '../../ledger/engine/coin-account.ts';
import type { Acquisition, CoinEvent } from '../../ledger/engine/coin-event.ts';
import { compareEntries, type LedgerEntry } from '../../ledger/engine/entry.ts';
import { expandEntry } from '../../ledger/engine/expand-entry.ts';
import { sumKnown } from '../../ledger/engine/figures.ts';
import { formatAmount, formatMoney, type Money } from '../../ledger/engine/fixed-point.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';
import { toTransactionLeaf } from '../../ledger/proof/proof-leaves.ts';
import { listCoinSteps, type ProofStep, toValueStep } from '../../ledger/proof/proof-steps.ts';
import type { ValueBook } from '../../ledger/proof/value-book.ts';
import { applyEntryRules } from '../report/entry-rules.ts';
import { TimeZone } from '../report/time-zone.ts';
import { disposalKey, type SuperficialLoss, windowDays } from '../rules/adjusted-cost-base.ts';
import type { LineProofSetup, ProvenCoin } from '../rules/country-rules.ts';
import type { LineProofRequest } from './line-proof-request.ts';
import type { LineSteps } from './line-steps.ts';

type CoinProofSetup = LineProofSetup & { readonly runCoin: NonNullable<LineProofSetup['runCoin']> };

/** The steps of a line's gain in a country with lots or pools, from one coin's transactions. */
export function listCoinLineSteps(
  request: LineProofRequest,
  { scope, entryRules, runCoin }: CoinProofSetup,
  entries: readonly LedgerEntry[],
  values: ValueBook,
): LineSteps {
  const { coinId } = request;
  const sorted = entries.toSorted(compareEntries);
  const transactionLeaves = sorted.map(toTransactionLeaf);
  const leafIds = new Map(sorted.map(({ id }, index) => [id, transactionLeaves[index]!.id]));
  const leafIdOf = ({ id }: LedgerEntry) => leafIds.get(id)!;
  const steps: ProofStep[] = [];
  const events: CoinEvent[] = [];
  for (const original of sorted) {
    const leafId = leafIdOf(original);
    const { entry, rule } = applyEntryRules(original, entryRules);
    if (rule !== null) steps.push({ op: 'rule', transaction: leafId, rule });
    const { result, inputs } = values.record(() => expandEntry(entry, values.toValuer()));
    steps.push(toValueStep({ leafId, entry, inputs, gross: result.gross, fee: result.feeValue }));
    events.push(...result.events.filter((event) => event.coinId === coinId));
  }
  const coin = runCoin({ coinId, events, problems: [] });
  const isAllocated = coin.allocation !== undefined;
  const coinSteps = listCoinSteps(
    { coinId, listDisposals: () => coin.disposals, lots: coin.open },
    isAllocated ? 'wallet' : scope,
    leafIdOf,
  );
  steps.push(...withRuleSteps(coinSteps, coin, events, request));
  return { transactionLeaves, steps, gain: gainOf(coin, request) };
}

/** Inserts the allocated lots, and the denied part of each loss. */
function withRuleSteps(
  coinSteps: readonly ProofStep[],
  { disposals, superficial, allocation }: ProvenCoin,
  events: readonly CoinEvent[],
  request: LineProofRequest,
): ProofStep[] {
  const steps: ProofStep[] = [];
  for (const [index, step] of coinSteps.entries()) {
    if (index === allocation?.disposalsBefore)
      steps.push(...allocation.seeds.map((seed) => toAllocateStep(request.coinId, seed)));
    steps.push(step);
    const disposal = disposals[index];
    const lost = disposal && superficial?.get(keyOf(disposal));
    if (lost) steps.push(toDeniedStep(lost, step, events, request));
  }
  // No sales or lots follow the allocation.
  if (allocation && allocation.disposalsBefore >= coinSteps.length)
    steps.push(...allocation.seeds.map((seed) => toAllocateStep(request.coinId, seed)));
  return steps;
}

const keyOf = ({ event }: Disposal) => disposalKey(event.entry.id, event.isFee);

function toAllocateStep(coin: CoinId, { entry, acquiredAt, wallet, amount, cost }: Acquisition): ProofStep {
  return {
    op: 'allocate',
    coin,
    transactionId: entry.id,
    acquiredAt: new Date(acquiredAt).toISOString(),
    wallet,
    amount: formatAmount(amount),
    cost: moneyText(cost),
  };
}

/** Lists the purchases only for the line itself, to keep the proofs of long ledgers short. */
function toDeniedStep(
  { loss, denied, sold, acquired, held, transactionId, isFee }: SuperficialLoss,
  { coin, transaction }: ProofStep,
  events: readonly CoinEvent[],
  { disposal, timeZone }: LineProofRequest,
): ProofStep {
  const isNamed = disposal?.transactionId === transactionId && disposal.isFee === isFee;
  return {
    ...{ op: 'denied', coin, transaction, isFee },
    ...{ loss: formatMoney(loss), denied: formatMoney(denied) },
    ...{ sold: formatAmount(sold), acquired: formatAmount(acquired), held: formatAmount(held) },
    bought: isNamed ? listBought(events, transactionId, new TimeZone(timeZone)) : [],
  };
}

function listBought(events: readonly CoinEvent[], transactionId: string, zone: TimeZone) {
  const sale = events.find(({ entry }) => entry.id === transactionId)!;
  const day = zone.dayOf(sale.entry.occurredAt);
  return events.flatMap((event) => {
    if (event.kind !== 'acquisition' || event.isDateUnknown) return [];
    if (Math.abs(zone.dayOf(event.entry.occurredAt) - day) > windowDays) return [];
    const { id, occurredAt } = event.entry;
    const acquiredAt = new Date(occurredAt).toISOString();
    return [{ transactionId: id, acquiredAt, amount: formatAmount(event.amount) }];
  });
}

function gainOf({ disposals, superficial }: ProvenCoin, { disposal, span }: LineProofRequest): Money | null {
  const gain = (each: Disposal) =>
    each.gain === null ? null : each.gain + (superficial?.get(keyOf(each))?.denied ?? 0n);
  if (disposal === null) {
    const { from, to } = span;
    // A day's line does not include losses.
    const isWithin = ({ event: { entry, isFee } }: Disposal) =>
      (from === null || entry.occurredAt >= from) &&
      (to === null || entry.occurredAt < to) &&
      (entry.type !== 'loss' || isFee);
    return sumKnown(disposals.filter(isWithin).map(gain));
  }
  const found = disposals.find(
    ({ event }) => event.entry.id === disposal.transactionId && event.isFee === disposal.isFee,
  );
  return found ? gain(found) : null;
}
