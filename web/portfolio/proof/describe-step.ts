import type { Match } from '#contract/ledger/figures.ts';
import type { ProvenFigure } from '#contract/ledger/proof.ts';
import { formatDay } from '../format-day.ts';
import { ruleNames } from '../methods/method-words.ts';
import { typeNames } from '../transactions/transaction-words.ts';
import { writeAmount, writeMoney } from './describe-leaf.ts';
import { describeLineStep, isLineStep, nameDisposal } from './describe-line-step.ts';
import type { CoinOperation, CoinStep, EntryStep, LotStep, MatchStep, ProofStep } from './proof-document.ts';
import { type DescribedStep, findLeaves, findTransaction, type StepContext } from './step-context.ts';

/** The names of the figures that have a proof. */
export const figureNames: Readonly<Record<ProvenFigure, string>> = {
  value: 'Value',
  costBasis: 'Cost',
  averageCost: 'Average cost',
  amount: 'Amount',
  unrealized: 'Unrealized gain',
  unrealizedPercent: 'Unrealized gain in percent',
  realized: 'Realized gain',
  income: 'Income',
  fees: 'Fees',
  gain: 'Gain of the disposal',
};

const operations: Readonly<Record<CoinOperation, readonly [name: string, rule: string]>> = {
  amount: ['Amount', 'What came in less what went out, over all transactions'],
  price: ['Price', 'Of one coin, from the quote'],
  value: ['Value', 'Amount × price'],
  knownAmount: ['Amount with a known cost', 'The lots that have a cost'],
  costBasis: ['Cost', 'The cost of the remaining lots'],
  averageCost: ['Average cost', 'Cost ÷ amount with a known cost'],
  unrealized: ['Unrealized gain', 'Amount with a known cost × price, less cost'],
  unrealizedPercent: ['Unrealized gain in percent', 'Unrealized gain ÷ cost × 100'],
  realized: ['Realized gain', 'The gains of the disposals'],
  income: ['Income', 'The value of the income when received'],
  fees: ['Fees', 'The fees of the transactions, each at its value on the day'],
  gain: ['Gain', 'The gain of this disposal'],
};

const amounts: ReadonlySet<string> = new Set(['amount', 'knownAmount']);

/** A figure with all its digits. */
export function writeFigure(operation: CoinOperation, text: string | null, currency: string): string {
  if (text === null) return 'not known';
  if (amounts.has(operation)) return writeAmount(text);
  return operation === 'unrealizedPercent' ? `${writeAmount(text)}%` : writeMoney(text, currency);
}

/** A step of a proof in words, with the leaves it refers to. */
export function describeStep(step: ProofStep, context: StepContext): DescribedStep {
  if ('head' in step)
    return {
      title: 'The same settings throughout',
      details: ['The method, scope, currency and times shown are those used for every step'],
      result: null,
      leaves: [],
    };
  if ('figure' in step)
    return {
      title: `${figureNames[step.figure]} of the portfolio`,
      details: [
        step.figure === 'unrealizedPercent'
          ? 'Unrealized gain of all coins ÷ cost of those with a price × 100'
          : 'The sum of the known values of all coins',
      ],
      result: writeFigure(step.figure, step.result, context.currency),
      leaves: [],
    };
  if (isLineStep(step)) return describeLineStep(step, context);
  if ('matches' in step) return describeMatch(step, context);
  if ('remaining' in step) return describeLot(step, context);
  return 'transaction' in step ? describeEntry(step, context) : describeFigure(step, context);
}

/** These types have no value of their own. */
const unvalued: ReadonlySet<string> = new Set(['transfer', 'loss', 'gift_out']);

function describeEntry(step: EntryStep, context: StepContext): DescribedStep {
  const entry = findTransaction(step.transaction, context);
  const title = entry ? `${typeNames[entry.type]} on ${formatDay(entry.occurredAt)}` : 'A transaction';
  if (step.op === 'count')
    return {
      title,
      details: ['Counts towards the amount'],
      result: null,
      leaves: findLeaves([step.transaction], context),
    };
  const isUnvalued = step.gross === null && entry !== null && unvalued.has(entry.type);
  const hasFee = entry?.fee != null;
  return {
    title,
    details: [
      isUnvalued ? 'Has no value of its own' : 'Its value before the fee',
      ...(hasFee ? [`Fee ${writeMoney(step.fee, context.currency)}`] : []),
    ],
    result: isUnvalued ? null : writeMoney(step.gross, context.currency),
    leaves: findLeaves([step.transaction, ...step.inputs], context),
  };
}

function describeMatch(step: MatchStep, context: StepContext): DescribedStep {
  const entry = findTransaction(step.transaction, context);
  const symbol = context.symbolOf(step.coin);
  const { currency } = context;
  return {
    title: `Gain: ${nameDisposal(step, context)}`,
    details: [
      `Proceeds ${writeMoney(step.proceeds, currency)} less cost ${writeMoney(step.cost, currency)}`,
      ...step.matches.map((match) => describePart(match, symbol, currency)),
    ],
    result: writeMoney(step.gain, currency),
    leaves: entry ? [entry] : [],
  };
}

function describePart({ amount, acquiredAt, cost, rule }: Match, symbol: string, currency: string): string {
  const part = `${writeAmount(amount)} ${symbol}`;
  if (rule === 'none') return `${part}: no lot covers it`;
  const from = acquiredAt === null ? 'from the pool' : `from ${formatDay(acquiredAt)}`;
  const by = rule === 'lot' || rule === 'pool' ? '' : ` (${ruleNames[rule].toLowerCase()})`;
  return `${part} ${from}${by}, cost ${writeMoney(cost, currency)}`;
}

function describeLot(step: LotStep, context: StepContext): DescribedStep {
  const { coin, transactionId, wallet, remaining, cost } = step;
  const entry = transactionId === null ? undefined : context.transactionById.get(transactionId);
  const symbol = context.symbolOf(coin);
  const at = wallet === null ? '' : ` in ${context.walletOf(wallet)}`;
  return {
    title: entry ? `Lot of ${symbol}, ${formatDay(entry.occurredAt)}` : `Pool of ${symbol}`,
    details: [`Remaining: ${writeAmount(remaining)} ${symbol}${at}`],
    result: writeMoney(cost, context.currency),
    leaves: entry ? [entry] : [],
  };
}

function describeFigure({ op, coin, inputs, result }: CoinStep, context: StepContext): DescribedStep {
  const [name, rule] = operations[op];
  const symbol = context.symbolOf(coin);
  const written = writeFigure(op, result, context.currency);
  return {
    title: `${name}: ${symbol}`,
    details: [rule],
    result: amounts.has(op) && result !== null ? `${written} ${symbol}` : written,
    leaves: findLeaves(inputs, context),
  };
}
