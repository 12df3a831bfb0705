import {
  exactAmountTitle,
  exactMoneyTitle,
  formatAmount,
  formatDecimalMoney,
} from '#web/lib/decimal-formats.ts';
import { getDecimalSeparator } from '#web/lib/money/number-style.ts';
import { typeNames } from '../transactions/transaction-words.ts';
import type { ProofLeaf, ProofLeg, TransactionLeaf } from './proof-document.ts';

/** The symbol of a coin in upper case. */
export type SymbolOf = (coinId: string) => string;

export interface LeafNames {
  readonly symbolOf: SymbolOf;
  /** The name of a wallet's portfolio, if it is not the one on the page. */
  readonly portfolioOf: (walletId: string) => string | null;
}

export interface DescribedLeaf {
  readonly id: string;
  readonly kind: 'Transaction' | 'Quote' | 'Rate';
  readonly text: string;
  /** `2024-12-19 10:44:55 UTC`. */
  readonly at: string;
  readonly source: string | null;
}

/** Money with all its digits, and at least two decimals. */
export function writeMoney(text: string | null, currency: string): string {
  if (text === null) return 'not known';
  const exact = exactMoneyTitle(text, currency) ?? formatDecimalMoney(text, currency);
  const separator = getDecimalSeparator();
  const [whole, fraction = ''] = exact.split(separator);
  return `${whole}${separator}${fraction.padEnd(2, '0')}`;
}

/** An amount with all its digits. */
export const writeAmount = (text: string) => exactAmountTitle(text) ?? formatAmount(text);

/** An instant to the second. */
export const writeInstant = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;

const writeLeg = (leg: ProofLeg, symbolOf: SymbolOf) =>
  'coinId' in leg
    ? `${writeAmount(leg.amount)} ${symbolOf(leg.coinId)}`
    : writeMoney(leg.amount, leg.currency);

/** A leaf of a proof in words. */
export function describeLeaf(leaf: ProofLeaf, { symbolOf, portfolioOf }: LeafNames): DescribedLeaf {
  const { id } = leaf;
  if (leaf.kind === 'transaction')
    return {
      id,
      kind: 'Transaction',
      text: describeTransaction(leaf, symbolOf),
      at: writeInstant(leaf.occurredAt),
      source: leaf.isDateAssumed ? 'date assumed' : portfolioOf(leaf.wallet),
    };
  const { at, source } = leaf;
  const onDay = leaf.day === 'now' ? '' : ` on ${leaf.day}`;
  if (leaf.kind === 'quote') {
    const text = `1 ${symbolOf(leaf.coinId)} = ${writeMoney(leaf.price, 'USD')}${onDay}`;
    return { id, kind: 'Quote', text, at: writeInstant(at), source };
  }
  const text = `$1 = ${writeAmount(leaf.rate)} ${leaf.currency}${onDay}`;
  return { id, kind: 'Rate', text, at: writeInstant(at), source };
}

function describeTransaction(leaf: TransactionLeaf, symbolOf: SymbolOf): string {
  const [received, given, fee, value] = [leaf.in, leaf.out, leaf.fee, leaf.value].map(
    (leg) => leg && writeLeg(leg, symbolOf),
  );
  const legs = received && given && leaf.type !== 'buy' ? `${given} for ${received}` : null;
  const bought = received && given ? `${received} for ${given}` : (received ?? given);
  const parts = [`${typeNames[leaf.type]} ${legs ?? bought ?? ''}`.trim()];
  if (value) parts.push(`worth ${value}`);
  if (fee) parts.push(`fee ${fee}`);
  return parts.join(', ');
}
