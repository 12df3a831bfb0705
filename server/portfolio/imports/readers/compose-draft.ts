import type { IncomeKind, LotPick, MoneyLeg, TransactionType } from '#contract/ledger/transaction.ts';
import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import { draftLimits } from '../drafts/draft-limits.ts';
import { checkCoin, checkCurrency, checkTicker } from './check-coin.ts';
import { type Draft, type DraftLeg, elsewhere } from './draft.ts';
import { RowError } from './row-error.ts';
import { isMoney } from './values/money.ts';
import type { ParsedDate } from './values/parse-date.ts';
import { toDecimalText, type Units } from './values/units.ts';

/** An amount of a coin or currency that a file names by its ticker. */
export interface Quantity {
  readonly ticker: string;
  readonly units: Units;
  readonly name?: string | null;
  readonly coinId?: CoinId | null;
  /** Set if the file states that it is money or a coin, whatever its ticker. */
  readonly isMoney?: boolean;
  /** The amount exactly as in our own export, with trailing zeros and all decimals. */
  readonly text?: DecimalText;
}

/** Types with only one side. */
export type SingleType = Exclude<TransactionType, 'buy' | 'sell' | 'swap'>;

/** The fields of a transaction, as far as its rows contain them. */
export interface DraftFields {
  readonly date: ParsedDate;
  /** For one-sided rows; defaults to a transfer from or to an unnamed place. */
  readonly type?: SingleType;
  /** Overrides the type derived from the sides, for files that state it. */
  readonly exactType?: TransactionType;
  readonly kind?: IncomeKind | null;
  readonly in?: Quantity | null;
  readonly out?: Quantity | null;
  readonly fee?: Quantity | null;
  readonly value?: Quantity | null;
  readonly wallet?: string | null;
  /** For a transfer: the user's other wallet, if the file names it. */
  readonly otherWallet?: string | null;
  readonly externalId?: string | null;
  readonly orderId?: string | null;
  readonly hash?: string | null;
  readonly address?: string | null;
  readonly note?: string | null;
  readonly acquiredAt?: Instant | null;
  readonly lots?: readonly LotPick[] | null;
  readonly isDateAssumed?: boolean;
  readonly balances?: readonly Quantity[];
}

interface Source {
  readonly lines: readonly number[];
}

const { maxIdLength, maxLots, maxNoteLength, maxWalletLength } = draftLimits;

/** Makes a draft; null if only money is involved. Throws a `RowError` if the fields don't make a transaction. */
export function composeDraft(fields: DraftFields, source: Source): Draft | null {
  const sides = {
    in: positive(fields.in),
    out: positive(fields.out),
    fee: fields.fee?.units ? fields.fee : null,
  };
  // What was traded for an amount that is rounded to nothing is no transfer.
  if (fields.in && fields.out && !sides.in !== !sides.out) throw new RowError('One side of the trade is 0');
  const quantities = applyRebate(sides);
  const type = typeOf(quantities, fields);
  if (type === null) return null;
  const isDeposit = type === 'transfer' && quantities.in !== null;
  const { date } = fields;
  return {
    type,
    kind: type === 'income' ? (fields.kind ?? 'other') : null,
    occurredAt: date.at,
    monthFirst: date.monthFirst,
    precision: date.precision,
    in: isDeposit ? null : toLeg(quantities.in),
    out: toLeg(isDeposit ? quantities.in : quantities.out),
    fee: toLeg(quantities.fee),
    value: valueLegOf(fields.value, quantities),
    ...walletsOf(type, isDeposit, fields),
    externalId: cleanId(fields.externalId),
    orderId: cleanId(fields.orderId),
    hash: cleanId(fields.hash),
    address: cleanId(fields.address),
    note: cleanNote(fields.note),
    acquiredAt: fields.acquiredAt ?? null,
    lots: checkLots(fields.lots),
    isDateAssumed: fields.isDateAssumed ?? false,
    balances: (fields.balances ?? []).map(({ ticker, units }) => ({
      ticker: checkTicker(ticker),
      amount: toDecimalText(units),
    })),
    ...source,
  };
}

interface Sides {
  readonly in: Quantity | null;
  readonly out: Quantity | null;
  readonly fee: Quantity | null;
}

function positive(quantity: Quantity | null | undefined): Quantity | null {
  if (!quantity || quantity.units === 0n) return null;
  if (quantity.units < 0n) throw new RowError('An amount is below zero');
  return quantity;
}

/** A negative fee is a rebate: it is added to what comes in, or deducted from what goes out, in its currency. */
function applyRebate(sides: Sides): Sides {
  const { fee } = sides;
  if (!fee || fee.units > 0n) return sides;
  if (sides.in?.ticker === fee.ticker)
    return { ...sides, in: { ...sides.in, units: sides.in.units - fee.units }, fee: null };
  if (sides.out?.ticker === fee.ticker && sides.out.units > -fee.units)
    return { ...sides, out: { ...sides.out, units: sides.out.units + fee.units }, fee: null };
  throw new RowError('The fee is below zero');
}

const isMoneyQuantity = ({ ticker, coinId, isMoney: isStated = isMoney(ticker) }: Quantity) =>
  !coinId && isStated;

function typeOf({ in: into, out, fee }: Sides, { type, exactType }: DraftFields): TransactionType | null {
  if (exactType && !into && !out) throw new RowError('There is no amount');
  if (exactType) return exactType;
  if (into && out) {
    if (isMoneyQuantity(into) && isMoneyQuantity(out)) return ignoreMoney(fee);
    if (isMoneyQuantity(into)) return 'sell';
    return isMoneyQuantity(out) ? 'buy' : 'swap';
  }
  const only = into ?? out;
  if (!only) return ignoreMoneyFee(fee);
  if (type === 'fee') return 'fee';
  if (isMoneyQuantity(only)) return ignoreMoney(fee);
  return checkSingle(type ?? 'transfer', into !== null);
}

/** Null: money alone is ignored. A coin would still leave as its fee, so then the row can't be. */
function ignoreMoney(fee: Quantity | null): null {
  if (fee && !isMoneyQuantity(fee)) throw new RowError('Money moved with a fee in a coin');
  return null;
}

/** Null: a row with nothing but a fee in money is ignored. */
function ignoreMoneyFee(fee: Quantity | null): null {
  if (fee && !isMoneyQuantity(fee)) throw new RowError('There is a fee but no amount');
  if (fee) return null;
  throw new RowError('There is no amount');
}

const incoming: readonly SingleType[] = ['transfer', 'income', 'gift_in', 'opening'];
const outgoing: readonly SingleType[] = ['transfer', 'gift_out', 'spend', 'loss', 'fee'];

function checkSingle(type: SingleType, isIncoming: boolean): SingleType {
  if ((isIncoming ? incoming : outgoing).includes(type)) return type;
  throw new RowError(
    isIncoming ? 'An amount comes in where one should go out' : 'An amount goes out where one should come in',
  );
}

function toLeg(quantity: Quantity | null): DraftLeg | null {
  if (!quantity) return null;
  const amount = quantity.text ?? toDecimalText(quantity.units);
  if (isMoneyQuantity(quantity)) return { currency: checkCurrency(quantity.ticker), amount };
  return { ...checkCoin(quantity.ticker, quantity.name ?? null, quantity.coinId ?? null), amount };
}

/** Only transactions without money have a value. A value of 0 counts as none, except in our own export. */
function valueLegOf(value: Quantity | null | undefined, { in: into, out }: Sides): MoneyLeg | null {
  if (!value || value.units < 0n || !isMoneyQuantity(value)) return null;
  if (value.units === 0n && value.text === undefined) return null;
  if ([into, out].some((side) => side && isMoneyQuantity(side))) return null;
  return { currency: checkCurrency(value.ticker), amount: value.text ?? toDecimalText(value.units) };
}

function checkLots(lots: readonly LotPick[] | null | undefined): readonly LotPick[] | null {
  if (!lots) return null;
  if (lots.length > maxLots) throw new RowError(`The row names more than ${maxLots} lots`);
  return lots;
}

function walletsOf(
  type: TransactionType,
  isDeposit: boolean,
  { wallet = null, otherWallet }: DraftFields,
): Pick<Draft, 'wallet' | 'toWallet'> {
  if (type !== 'transfer') return { wallet: cleanName(wallet), toWallet: null };
  const own = cleanName(wallet);
  const other = otherWallet === undefined || otherWallet === null ? elsewhere : cleanName(otherWallet);
  return isDeposit ? { wallet: other, toWallet: own } : { wallet: own, toWallet: other };
}

/** Cleans a wallet name so that the ledger accepts it. */
function cleanName(name: string | null): string | null {
  const plain = name
    ?.replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, maxWalletLength)
    // Half a character would be stored as another one, so that the wallet could not be found by its name.
    .replace(/\p{Cs}$/u, '')
    .trim();
  return plain ? plain : null;
}

function cleanId(id: string | null | undefined): string | null {
  const plain = id
    ?.replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, maxIdLength);
  return plain ? plain : null;
}

function cleanNote(note: string | null | undefined): string | null {
  if (!note) return null;
  const plain = note
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[^\P{Cc}\n]|\p{Cs}/gu, ' ')
    .trim()
    .slice(0, maxNoteLength)
    .replace(/\p{Cs}$/u, '')
    .trim();
  return plain === '' ? null : plain;
}
