import type { Proof } from '#contract/ledger/proof.ts';
import { compareEntries, type LedgerEntry } from '../engine/entry.ts';
import { expandEntry } from '../engine/expand-entry.ts';
import { Ledger } from '../engine/ledger.ts';
import { instantText } from '../figures/money-text.ts';
import { isValued } from '../figures/price-book.ts';
import { concludeProof, engineVersion } from './conclude-proof.ts';
import { sortLeaves, toTransactionLeaf } from './proof-leaves.ts';
import type { ProofRequest } from './proof-request.ts';
import {
  chains,
  type EntryValue,
  listCoinSteps,
  type ProofStep,
  toValueStep,
  workOutFigures,
} from './proof-steps.ts';
import type { ValueBook } from './value-book.ts';

/**
 * Builds the proof of a figure. `entries`: the portfolio's transactions it is computed from. `values` must have every
 * price and rate they need; missing ones would be left out of the proof.
 */
export function buildProof(request: ProofRequest, entries: readonly LedgerEntry[], values: ValueBook): Proof {
  const { figure, coinId, disposal, span, method, scope } = request;
  const sorted = entries.toSorted(compareEntries);
  const transactionLeaves = sorted.map(toTransactionLeaf);
  const leafIds = new Map(sorted.map(({ id }, index) => [id, transactionLeaves[index]!.id]));
  const leafIdOf = (entry: LedgerEntry) => leafIds.get(entry.id)!;
  const needsCost = figure !== 'amount' && figure !== 'value';
  const steps: ProofStep[] = sorted.map((entry) =>
    needsCost
      ? toValueStep(valueEntry(entry, leafIdOf(entry), values))
      : { op: 'count', transaction: leafIdOf(entry) },
  );
  const ledger = new Ledger(entries, { method, scope, valuer: values.toValuer() });
  const coins = ledger
    .listCoins()
    .filter((id) => coinId === null || id === coinId)
    .sort()
    .map((id) => ledger.figuresOf(id)!);
  const chain = chains[figure];
  const priced = coins.map((coin) => {
    const id = coin.coinId;
    // Without costs, the proof doesn't know of lots.
    const isPriced = chain.includes('price') && (needsCost ? isValued(coin) : coin.amount !== 0n);
    return [id, values.record(() => (isPriced ? values.priceNow(id) : null))] as const;
  });
  const prices = new Map(priced.map(([id, { result }]) => [id, result]));
  const otherFees = ledger.listOtherFees();
  const { byCoin, totals } = workOutFigures({ coins, prices, otherFees, span, disposal });
  const inputsOf = new Map(priced.map(([id, { inputs }]) => [id, inputs]));
  for (const figures of coins) {
    const { coinId: coin } = figures;
    if (needsCost) steps.push(...listCoinSteps(figures, scope, leafIdOf));
    for (const op of chain) {
      const inputs = op === 'price' ? inputsOf.get(coin)! : [];
      steps.push({ op, coin, inputs, result: byCoin.get(coin)?.[op] ?? null });
    }
  }
  if (coinId === null) steps.push({ op: 'total', figure, result: totals[figure] ?? null });
  const value = (steps.at(-1)?.result ?? null) as string | null;
  // The ledger also looks up values that this figure doesn't need.
  const used = new Set(steps.flatMap(({ inputs }) => (inputs as string[] | undefined) ?? []));
  const otherLeaves = values.listLeaves().filter(({ id }) => used.has(id));
  return conclude(request, value, [...transactionLeaves, ...sortLeaves(otherLeaves)], steps);
}

function valueEntry(entry: LedgerEntry, leafId: string, values: ValueBook): EntryValue {
  const { result, inputs } = values.record(() => expandEntry(entry, values.toValuer()));
  return { leafId, entry, inputs, gross: result.gross, fee: result.feeValue };
}

function conclude(
  request: ProofRequest,
  value: string | null,
  leaves: Proof['leaves'],
  steps: readonly ProofStep[],
): Proof {
  const { figure, coinId, disposal, span, at, asOf, currency, method, scope } = request;
  const head = {
    version: 1 as const,
    ...{ figure, value, coin: coinId },
    transaction: disposal?.transactionId ?? null,
    isFee: disposal?.isFee ?? false,
    from: instantText(span.from),
    to: instantText(span.to),
    at: instantText(at),
    asOf: new Date(asOf).toISOString(),
    ...{ currency, method, scope },
    engine: engineVersion,
  };
  return concludeProof(head, leaves, steps);
}
