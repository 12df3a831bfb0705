import type { EntryType, LedgerEntry, Leg } from '../../../server/portfolio/ledger/engine/entry.ts';
import { parseAmount, parseMoney } from '../../../server/portfolio/ledger/engine/fixed-point.ts';

/** Parses a leg: `1.5 bitcoin` or, for money, `100 USD`. */
function readLeg(text: string): Leg {
  const [amount = '', name = ''] = text.split(' ');
  return name === name.toUpperCase()
    ? { currency: name, amount: parseMoney(amount) }
    : { coinId: name, amount: parseAmount(amount) };
}

type Sides = { readonly [Side in 'in' | 'out' | 'fee' | 'value']?: string };

/** A transaction for a test. `at` is a day or an instant; its sides are texts such as `1.5 bitcoin`. */
export function entryOf(
  id: string,
  type: EntryType,
  at: string,
  sides: Sides,
  rest: Partial<LedgerEntry> = {},
): LedgerEntry {
  const legOf = (text: string | undefined) => (text === undefined ? null : readLeg(text));
  return {
    id,
    type,
    occurredAt: Date.parse(at),
    in: legOf(sides.in),
    out: legOf(sides.out),
    fee: legOf(sides.fee),
    value: legOf(sides.value) as LedgerEntry['value'],
    wallet: 'main',
    toWallet: null,
    lots: [],
    acquiredAt: null,
    isDateAssumed: false,
    rowIdentity: null,
    createdAt: 0,
    ...rest,
  };
}
