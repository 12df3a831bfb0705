import type { ProofRule } from '#contract/ledger/proof.ts';
import { taxLineKindNames } from '#contract/tax/words.ts';
import { formatDay } from '../format-day.ts';
import { typeNames } from '../transactions/transaction-words.ts';
import { writeAmount, writeMoney } from './describe-leaf.ts';
import type {
  AllocateStep,
  CostStep,
  DeniedStep,
  LineStep,
  PortfolioStep,
  ProofStep,
  ShareStep,
} from './proof-document.ts';
import { type DescribedStep, findLeaves, findTransaction, type StepContext } from './step-context.ts';

const operations: ReadonlySet<string> = new Set<LineStep['op']>([
  'rule',
  'denied',
  'allocate',
  'cost',
  'portfolio',
  'share',
]);
/** Whether it is one of the steps that only lines of tax reports have. */
export const isLineStep = (step: ProofStep): step is LineStep => operations.has(step.op);

const rules: Readonly<Record<ProofRule, string>> = {
  gift_in_market: 'Its cost is its market value at the time',
  gift_in_donor: 'Keeps the donor’s cost and date; whatever was not entered is unknown',
  gift_out_market: 'Counts as a disposal at its market value at the time',
  swap_fee: 'Its fee is deducted from the proceeds of the coin given away',
};

/** A step that only lines of tax reports have, in words. */
export function describeLineStep(step: LineStep, context: StepContext): DescribedStep {
  switch (step.op) {
    case 'rule':
      return {
        title: `Rule: ${nameEntry(step.transaction, context)}`,
        details: [rules[step.rule]],
        result: null,
        leaves: [],
      };
    case 'denied':
      return describeDenied(step, context);
    case 'allocate':
      return describeAllocated(step, context);
    case 'cost':
      return describeCost(step, context);
    case 'portfolio':
      return describePortfolio(step, context);
    default:
      return describeShare(step, context);
  }
}

/** `Sell on 1 May 2024`. */
function nameEntry(leafId: string, context: StepContext): string {
  const entry = findTransaction(leafId, context);
  return entry ? `${typeNames[entry.type]} on ${formatDay(entry.occurredAt)}` : 'a transaction';
}

const kinds: Readonly<Partial<Record<string, string>>> = taxLineKindNames;

/** `sale of BTC on 1 May 2024`. */
export function nameDisposal(
  { transaction, coin, isFee }: Pick<PortfolioStep, 'transaction' | 'coin' | 'isFee'>,
  context: StepContext,
): string {
  const entry = findTransaction(transaction, context);
  const kind = ((!isFee && kinds[entry?.type ?? '']) || taxLineKindNames.fee).toLowerCase();
  return `${kind} of ${context.symbolOf(coin)}${entry ? ` on ${formatDay(entry.occurredAt)}` : ''}`;
}

function describeDenied(step: DeniedStep, context: StepContext): DescribedStep {
  const { loss, sold, acquired, held, denied, coin, bought } = step;
  const [symbol, { currency }] = [context.symbolOf(coin), context];
  const amount = (text: string) => `${writeAmount(text)} ${symbol}`;
  return {
    title: `Denied loss: ${nameDisposal(step, context)}`,
    details: [
      `Sold ${amount(sold)}; bought from 30 days before to 30 days after: ${amount(acquired)}; held at the end of that time: ${amount(held)}`,
      `Loss ${writeMoney(loss, currency)} × the smallest of these ÷ sold; the result is added to the cost of the coins held`,
      ...bought.map((each) => `Bought on ${formatDay(each.acquiredAt)}: ${amount(each.amount)}`),
    ],
    result: writeMoney(denied, currency),
    leaves: [],
  };
}

function describeAllocated(step: AllocateStep, { symbolOf, walletOf, currency }: StepContext): DescribedStep {
  const symbol = symbolOf(step.coin);
  return {
    title: `Lot of ${symbol}, ${formatDay(step.acquiredAt)}`,
    details: [`${writeAmount(step.amount)} ${symbol} to ${walletOf(step.wallet)} on 1 January 2025`],
    result: writeMoney(step.cost, currency),
    leaves: [],
  };
}

function describeCost({ transaction, paid, result }: CostStep, context: StepContext): DescribedStep {
  const { currency } = context;
  const title = `Acquisition cost after: ${nameEntry(transaction, context)}`;
  const details = [`${writeMoney(paid, currency)} is added`];
  return { title, details, result: writeMoney(result, currency), leaves: [] };
}

function describePortfolio(step: PortfolioStep, context: StepContext): DescribedStep {
  const { holdings, inputs, result } = step;
  const { currency, symbolOf } = context;
  return {
    title: `Value of the whole portfolio at the ${nameDisposal(step, context)}`,
    details: [
      ...holdings.map(({ coin, amount, price, dollars }) =>
        price === null
          ? `${writeAmount(amount)} ${symbolOf(coin)}: no closing price that day`
          : `${writeAmount(amount)} ${symbolOf(coin)} × ${writeMoney(price, 'USD')} = ${writeMoney(dollars, 'USD')}`,
      ),
      `Total in ${currency} at that day’s rate, but at least the proceeds of the sale`,
    ],
    result: writeMoney(result, currency),
    leaves: findLeaves(inputs, context),
  };
}

function describeShare(step: ShareStep, context: StepContext): DescribedStep {
  const { currency } = context;
  const money = (text: string | null) => writeMoney(text, currency);
  const entry = findTransaction(step.transaction, context);
  const [price, fees] = [money(step.price), money(step.fees)];
  const share = `Share ${money(step.share)}: cost before ${money(step.cost)} × price ${price} ÷ value ${money(step.value)}`;
  const gain = `Gain ${money(step.gain)}: price ${price} less fees ${fees} and that share`;
  return {
    title: `Acquisition cost after the ${nameDisposal(step, context)}`,
    details: entry?.type === 'gift_out' && !step.isFee ? [share] : [share, gain],
    result: money(step.result),
    leaves: entry ? [entry] : [],
  };
}
