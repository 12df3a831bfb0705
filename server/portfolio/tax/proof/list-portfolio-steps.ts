import { compareEntries, type LedgerEntry } from '../../ledger/engine/entry.ts';
import { formatAmount, type Money } from '../../ledger/engine/fixed-point.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';
import { toTransactionLeaf } from '../../ledger/proof/proof-leaves.ts';
import { type ProofStep, toValueStep } from '../../ledger/proof/proof-steps.ts';
import type { ValueBook } from '../../ledger/proof/value-book.ts';
import { subtract } from '../report/line-draft.ts';
import { FrenchPortfolio, type HeldCoin, type PortfolioSale } from '../rules/fr-portfolio.ts';
import type { LineProofRequest } from './line-proof-request.ts';
import type { LineSteps } from './line-steps.ts';

/** The steps of a line's gain in France, from the whole portfolio's transactions. */
export function listPortfolioSteps(
  { coinId, disposal }: Pick<LineProofRequest, 'coinId' | 'disposal'>,
  entries: readonly LedgerEntry[],
  values: ValueBook,
): LineSteps {
  const sorted = entries.toSorted(compareEntries);
  const transactionLeaves = sorted.map(toTransactionLeaf);
  const leafIds = new Map(sorted.map(({ id }, index) => [id, transactionLeaves[index]!.id]));
  const steps: ProofStep[] = [];
  let gain: Money | null = null;
  const isNamed = (entry: LedgerEntry, isFee: boolean) =>
    entry.id === disposal?.transactionId && isFee === disposal.isFee;
  values.takeInputs();
  new FrenchPortfolio(sorted, values.toValuer(), {
    onValued(entry, { gross, feeValue, events }) {
      const leafId = leafIds.get(entry.id)!;
      steps.push(toValueStep({ leafId, entry, inputs: values.takeInputs(), gross, fee: feeValue }));
      // A loss takes none of the acquisition cost.
      const isLost = events.some(
        (event) => event.kind === 'disposal' && event.coinId === coinId && !event.isFee,
      );
      if (entry.type === 'loss' && isLost && isNamed(entry, false)) gain = subtract(0n, feeValue);
    },
    onPaid(entry, paid, costAfter) {
      const transaction = leafIds.get(entry.id)!;
      steps.push({ op: 'cost', transaction, paid: moneyText(paid), result: moneyText(costAfter) });
    },
    onSold(sale, costBefore, held) {
      const transaction = leafIds.get(sale.entry.id)!;
      const own = gainOf(sale);
      steps.push(
        toValuationStep(sale, transaction, held, values.takeInputs()),
        toShareStep(sale, transaction, costBefore, own),
      );
      if (sale.coinId === coinId && isNamed(sale.entry, sale.isFee)) gain = own;
    },
  });
  return { transactionLeaves, steps, gain };
}

/** A gift has no gain: its share of the cost leaves with it. */
const gainOf = ({ kind, price, fees, share }: PortfolioSale): Money | null =>
  kind === 'gift_out' ? null : subtract(subtract(price, fees), share);

function toValuationStep(
  { coinId, isFee, portfolioValue }: PortfolioSale,
  transaction: string,
  held: readonly HeldCoin[],
  inputs: readonly string[],
): ProofStep {
  return {
    ...{ op: 'portfolio', transaction, coin: coinId, isFee, inputs },
    holdings: held.map(({ coinId: coin, amount, close }) => ({
      coin,
      amount: formatAmount(amount),
      price: close === null ? null : formatAmount(close),
      dollars: close === null ? null : moneyText(amount * close),
    })),
    result: moneyText(portfolioValue),
  };
}

function toShareStep(
  { coinId, isFee, price, fees, portfolioValue, share, costAfter }: PortfolioSale,
  transaction: string,
  costBefore: Money | null,
  gain: Money | null,
): ProofStep {
  return {
    ...{ op: 'share', transaction, coin: coinId, isFee },
    price: moneyText(price),
    fees: moneyText(fees),
    cost: moneyText(costBefore),
    value: moneyText(portfolioValue),
    share: moneyText(share),
    gain: moneyText(gain),
    result: moneyText(costAfter),
  };
}
