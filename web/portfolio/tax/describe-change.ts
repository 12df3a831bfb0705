import type { TransactionType } from '#contract/ledger/transaction.ts';
import type { TaxChange } from '#contract/tax/filed-report.ts';
import { formatDay } from '../format-day.ts';
import type { OwnFigures } from '../own-figures.ts';
import { typeNames } from '../transactions/transaction-words.ts';

type State = Readonly<Record<string, unknown>> | null;

/** A sentence about a change since a report was filed. */
export function describeChange({ transactionId, before, after }: TaxChange, own: OwnFigures): string {
  if (transactionId === null) return describeValue(before, after);
  if (before === null) return `Added: ${describeTransaction(after, own)}`;
  if (after === null) return `Deleted: ${describeTransaction(before, own)}`;
  return `Changed: ${describeTransaction(before, own)}, now ${describeTransaction(after, own)}`;
}

function describeValue(before: State, after: State): string {
  const { kind, name, day } = (after ?? before ?? {}) as Record<string, string>;
  const write = (state: State) => (state ? `${state.value} (${state.source})` : 'not known');
  const label = kind === 'rate' ? 'Rate' : 'Price';
  const on = day === undefined ? '' : ` on ${formatDay(day)}`;
  return `${label} of ${name}${on}: ${write(before)}, now ${write(after)}`;
}

interface Leg {
  readonly symbol?: string;
  readonly currency?: string;
  readonly amount: string;
}

/** For example `Sell 0.5 BTC for 100 USD on 1 May 2024`. Coins come before money. */
function describeTransaction(state: State, own: OwnFigures): string {
  const {
    type,
    in: received,
    out,
    occurredAt,
  } = (state ?? {}) as {
    readonly type?: TransactionType;
    readonly in?: Leg | null;
    readonly out?: Leg | null;
    readonly occurredAt?: string;
  };
  const legs = [out, received]
    .flatMap((leg) => (leg ? [leg] : []))
    .sort((one, other) => Number('currency' in one) - Number('currency' in other))
    .map((leg) => writeLeg(leg, own));
  const name = type === undefined ? 'Transaction' : typeNames[type];
  const on = occurredAt === undefined ? '' : ` on ${formatDay(occurredAt)}`;
  return `${[name, legs.join(' for ')].join(' ').trim()}${on}`;
}

const writeLeg = ({ symbol, currency, amount }: Leg, own: OwnFigures) =>
  `${own.amount(amount)} ${(symbol ?? currency ?? '').toUpperCase()}`;
