import type { Transaction } from '#contract/ledger/transaction.ts';
import type { FieldErrors } from '#web/lib/form/field-errors.ts';
import {
  type DecimalSeparator,
  describeUnread,
  readDecimal,
  writeDecimal,
} from '#web/lib/money/read-decimal.ts';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import { isZero } from '../decimal-sum.ts';
import type { TransactionBody } from '../transactions/mutations.ts';
import { chosenFeeUnit, shapeOf, type TransactionFields, toField, toInstant } from './transaction-fields.ts';

/** The day of bitcoin's first block: no coin is older. */
const earliest = Date.UTC(2009, 0, 3);
const dayMs = 86_400_000;

/** Converts fields with plain decimals to the reader's notation. Anything that isn't a number stays unchanged. */
export function writeFields(fields: TransactionFields, separator: DecimalSeparator): TransactionFields {
  const write = (text: string) => {
    const plain = readDecimal(text, '.');
    return plain === null ? text : writeDecimal(plain, separator);
  };
  return {
    ...fields,
    amount: write(fields.amount),
    amountIn: write(fields.amountIn),
    price: write(fields.price),
    money: write(fields.money),
    value: write(fields.value),
    feeAmount: write(fields.feeAmount),
    lots: Object.fromEntries(Object.entries(fields.lots).map(([id, amount]) => [id, write(amount)])),
  };
}

/** Applies the server's rules to the input, so that each message appears at its field. */
export function checkTransaction(
  fields: TransactionFields,
  separator: DecimalSeparator,
  now: number,
): FieldErrors {
  const shape = shapeOf(fields);
  const errors: Record<string, string | undefined> = {
    amount: checkAmount(fields.amount, separator, 'Amount is required'),
    occurredAt: checkDate(fields.occurredAt, now),
  };
  const isMoneyFee = fields.type === 'fee' && fields.feeUnit === 'money';
  if (fields.coin === null && !isMoneyFee) errors.coin = 'Please select a cryptocurrency';
  if (shape.coinIn) {
    if (fields.coinIn === null) errors.coinIn = 'Please select a cryptocurrency';
    else if (fields.coinIn.id === fields.coin?.id) errors.coinIn = 'Must be another coin';
    errors.amountIn = checkAmount(fields.amountIn, separator, 'Amount is required');
  }
  if (shape.money && (!shape.money.isOptional || fields.money !== ''))
    errors.money = checkAmount(fields.money, separator, 'Amount is required');
  // The total would stay that of what could be read last, or none.
  if (shape.money && isUnread(fields.price, separator)) errors.price = 'Must be a number, zero or more';
  if (shape.value && isUnread(fields.value, separator)) errors.value = 'Must be a number, zero or more';
  if (shape.hasFee && fields.feeAmount !== '') {
    if (isUnread(fields.feeAmount, separator)) errors.feeAmount = 'Must be a number, zero or more';
    else if (fields.feeUnit === 'other' && fields.feeCoin === null && feeOf(fields, separator) !== null)
      errors.feeCoin = 'Please select a cryptocurrency';
  }
  const areLotsRead = !Object.values(fields.lots).some((text) => isUnread(text, separator));
  if (shape.isDisposal && !areLotsRead) errors.lots = 'Each amount must be a number, zero or more';
  if (shape.hasDestination && fields.toWallet === '') errors.toWallet = 'Please choose a wallet';
  else if (shape.hasDestination && fields.toWallet === fields.wallet)
    errors.toWallet = 'Must be another wallet';
  return errors;
}

/** Whether something was typed that is not a number. */
const isUnread = (text: string, separator: DecimalSeparator) =>
  text !== '' && readDecimal(text, separator) === null;

function checkAmount(text: string, separator: DecimalSeparator, missing: string): string | undefined {
  if (text === '') return missing;
  const read = readDecimal(text, separator);
  return read === null || isZero(read) ? describeUnread(text) : undefined;
}

function checkDate(field: string, now: number): string | undefined {
  const instant = toInstant(field);
  if (instant === undefined) return 'Must be a date and a time';
  const at = Date.parse(instant);
  if (at < earliest) return 'Must be 3 January 2009 or later';
  return at > now + dayMs ? 'Must be no later than tomorrow' : undefined;
}

/** The request body for validated fields. `stored`: the transaction being edited. */
export function toBody(
  fields: TransactionFields,
  separator: DecimalSeparator,
  stored?: Transaction,
): TransactionBody {
  const shape = shapeOf(fields);
  const read = (text: string) => readDecimal(text, separator) ?? '';
  const moneyLeg = (text: string) => ({ currency: fields.currency, amount: read(text) });
  const isMoneyFee = fields.type === 'fee' && fields.feeUnit === 'money';
  const own = isMoneyFee ? moneyLeg(fields.amount) : coinLeg(fields.coin, read(fields.amount));
  const money = shape.money && fields.money !== '' ? moneyLeg(fields.money) : null;
  const received = shape.coinIn ? coinLeg(fields.coinIn, read(fields.amountIn)) : money;
  const lots = shape.isDisposal && !isMoneyFee ? listLots(fields, separator) : [];
  return {
    type: fields.type,
    occurredAt: instantOf(fields, stored),
    in: shape.side === 'in' ? own : received,
    out: shape.side === 'in' ? money : own,
    fee: shape.hasFee ? feeOf(fields, separator) : null,
    // The server refuses a value beside money.
    value: shape.value && fields.value !== '' && !money && !isMoneyFee ? moneyLeg(fields.value) : null,
    ...(fields.wallet !== '' && { wallet: fields.wallet }),
    ...(shape.hasDestination && { toWallet: fields.toWallet }),
    ...(shape.hasKind && { kind: fields.kind }),
    ...(shape.hasDonor && fields.acquiredAt !== '' && { acquiredAt: donorInstantOf(fields, stored) }),
    ...(lots.length > 0 && { lots }),
    note: fields.note === '' ? null : fields.note,
    ...(stored && { updatedAt: stored.updatedAt }),
  };
}

/** The field has no milliseconds, so an instant that wasn't edited keeps the stored ones. */
function instantOf({ occurredAt }: TransactionFields, stored: Transaction | undefined): string | undefined {
  if (stored && toField(stored.occurredAt) === occurredAt) return stored.occurredAt;
  return toInstant(occurredAt);
}

/**
 * Noon UTC of the day, which is the same day in the time zones of all tax reports, or midnight if noon is after the
 * gift. If the day wasn't edited, the stored instant.
 */
function donorInstantOf(
  { acquiredAt, occurredAt }: TransactionFields,
  stored: Transaction | undefined,
): string {
  const known = stored?.acquiredAt;
  if (known?.slice(0, 10) === acquiredAt) return known;
  const noon = `${acquiredAt}T12:00:00.000Z`;
  return noon > (toInstant(occurredAt) ?? noon) ? `${acquiredAt}T00:00:00.000Z` : noon;
}

function coinLeg(coin: CoinMatch | null, amount: string) {
  return coin && { coinId: coin.id, symbol: coin.symbol, name: coin.name, amount };
}

function feeOf(fields: TransactionFields, separator: DecimalSeparator) {
  const amount = fields.feeAmount === '' ? '' : (readDecimal(fields.feeAmount, separator) ?? '');
  if (isZero(amount)) return null;
  const unit = chosenFeeUnit(fields);
  if (unit === 'money') return { currency: fields.currency, amount };
  if (unit === 'otherMoney') return { currency: fields.feeCurrency, amount };
  const coins = { coin: fields.coin, coinIn: fields.coinIn, other: fields.feeCoin };
  return coinLeg(coins[unit], amount);
}

function listLots({ lots }: TransactionFields, separator: DecimalSeparator) {
  return Object.entries(lots).flatMap(([transactionId, typed]) => {
    const amount = readDecimal(typed, separator);
    return amount === null || isZero(amount) ? [] : [{ transactionId, amount }];
  });
}

/**
 * The field at which to show a server's issue. Null: the form as a whole. `hasLotFields`: whether the form shows those of a
 * disposal, which it does for one method only.
 */
export function fieldOfIssue(
  path: string,
  fields: TransactionFields,
  hasLotFields: boolean,
): keyof TransactionFields | null {
  const shape = shapeOf(fields);
  const [head = '', part = ''] = path.split('.');
  if (head === shape.side) return part === 'coinId' || part === '' ? 'coin' : 'amount';
  if (head === 'in' || head === 'out') {
    if (shape.coinIn) return part === 'coinId' || part === '' ? 'coinIn' : 'amountIn';
    if (!shape.money) return null;
    return part === 'currency' ? 'currency' : 'money';
  }
  if (head === 'fee') return part === 'coinId' && fields.feeUnit === 'other' ? 'feeCoin' : 'feeAmount';
  if (head === 'value') return shape.value ? (part === 'currency' ? 'currency' : 'value') : null;
  if (head === 'toWallet') return shape.hasDestination ? 'toWallet' : null;
  if (head === 'kind') return shape.hasKind ? 'kind' : null;
  if (head === 'acquiredAt') return shape.hasDonor ? 'acquiredAt' : null;
  if (head === 'lots') return hasLotFields ? 'lots' : null;
  const others = ['occurredAt', 'wallet', 'note', 'type'] as const;
  return others.find((name) => name === head) ?? null;
}
