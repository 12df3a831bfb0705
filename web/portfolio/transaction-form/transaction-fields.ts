import type {
  IncomeKind,
  Leg,
  MoneyLeg,
  Transaction,
  TransactionType,
} from '#contract/ledger/transaction.ts';
import type { CoinMatch } from '#web/market/search/search-matches.ts';

/**
 * What the fee was paid in: money, in the transaction's currency or in `feeCurrency` (`otherMoney`); one of the
 * transaction's coins (`coin`, `coinIn`); or `other`, which is `feeCoin`.
 */
export type FeeUnit = 'money' | 'otherMoney' | 'coin' | 'coinIn' | 'other';

/** What a stored transaction has, although the form of its type has no field for it. */
interface StoredExtras {
  readonly type: TransactionType;
  readonly hasFee: boolean;
  readonly hasValue: boolean;
  readonly hasLots: boolean;
}

/** The form's fields, as typed. Each type uses some of them; see `shapeOf`. */
export interface TransactionFields {
  readonly type: TransactionType;
  readonly coin: CoinMatch | null;
  readonly amount: string;
  /** For a swap: the coin received. */
  readonly coinIn: CoinMatch | null;
  readonly amountIn: string;
  /** Price per coin. Only helps to fill in `money`; not sent. */
  readonly price: string;
  /** Total money paid or received. */
  readonly money: string;
  readonly value: string;
  readonly currency: string;
  readonly feeAmount: string;
  readonly feeUnit: FeeUnit;
  readonly feeCoin: CoinMatch | null;
  /** The currency of a stored fee, if it isn't the transaction's. Empty if it is. */
  readonly feeCurrency: string;
  /** UTC, in the format of a `datetime-local` field. */
  readonly occurredAt: string;
  readonly wallet: string;
  readonly toWallet: string;
  readonly kind: IncomeKind;
  /** The day on which the donor acquired the gift. */
  readonly acquiredAt: string;
  readonly note: string;
  /** For a disposal from specific lots: the amount taken from each, by the lot's transaction id. */
  readonly lots: Readonly<Record<string, string>>;
  /** Null for a new transaction. */
  readonly extras: StoredExtras | null;
}

/** The fields of a type, with their labels. */
export interface TransactionShape {
  readonly coin: string;
  /** The leg that `coin` belongs to. */
  readonly side: 'in' | 'out';
  readonly coinIn?: string;
  readonly money?: { readonly label: string; readonly isOptional: boolean };
  readonly value?: { readonly label: string; readonly hint: string };
  readonly hasFee: boolean;
  readonly hasKind?: true;
  readonly hasDestination?: true;
  readonly hasDonor?: true;
  /** Whether it takes from lots. */
  readonly isDisposal?: true;
}

const usesDayPrice = 'Leave empty to use the price of that day';

/** The form of each type. */
export const transactionShapes: Readonly<Record<TransactionType, TransactionShape>> = {
  buy: {
    coin: 'You bought',
    side: 'in',
    money: { label: 'Total paid', isOptional: true },
    hasFee: true,
  },
  sell: {
    coin: 'You sold',
    side: 'out',
    money: { label: 'Total received', isOptional: false },
    hasFee: true,
    isDisposal: true,
  },
  swap: {
    coin: 'You gave',
    side: 'out',
    coinIn: 'You got',
    value: { label: 'Value of the swap', hint: usesDayPrice },
    hasFee: true,
    isDisposal: true,
  },
  transfer: { coin: 'You moved', side: 'out', hasFee: true, hasDestination: true },
  income: {
    coin: 'You received',
    side: 'in',
    value: { label: 'Value when received', hint: usesDayPrice },
    hasFee: false,
    hasKind: true,
  },
  gift_in: {
    coin: 'You were given',
    side: 'in',
    value: {
      label: 'What it cost the giver',
      hint: 'Leave empty to use the price of that day, marked as assumed',
    },
    hasFee: false,
    hasDonor: true,
  },
  gift_out: { coin: 'You gave away', side: 'out', hasFee: true, isDisposal: true },
  spend: {
    coin: 'You spent',
    side: 'out',
    value: { label: 'Value of what you got', hint: usesDayPrice },
    hasFee: true,
    isDisposal: true,
  },
  loss: { coin: 'You lost', side: 'out', hasFee: true, isDisposal: true },
  fee: { coin: 'Fee', side: 'out', hasFee: false },
  opening: {
    coin: 'You hold',
    side: 'in',
    money: { label: 'Total paid', isOptional: true },
    hasFee: false,
  },
};

const storedValue = { label: 'Value', hint: 'What it was worth then' };

/**
 * The fields of a form: those of its type and, while a stored transaction keeps its type, those for what it has besides.
 * Without them, saving a changed note would drop its fee.
 */
export function shapeOf({ type, extras }: Pick<TransactionFields, 'type' | 'extras'>): TransactionShape {
  const shape = transactionShapes[type];
  if (extras?.type !== type) return shape;
  return {
    ...shape,
    hasFee: shape.hasFee || extras.hasFee,
    ...(extras.hasValue && { value: shape.value ?? storedValue }),
    ...(extras.hasLots && { isDisposal: true }),
  };
}

/** What the fee is paid in. The coin received counts only if the type has one. */
export function chosenFeeUnit(fields: TransactionFields): FeeUnit {
  return fields.feeUnit === 'coinIn' && !shapeOf(fields).coinIn ? 'money' : fields.feeUnit;
}

/** Initial values of the form. Numbers are plain decimals. */
export type TransactionDraft = Partial<TransactionFields>;

const mainWallet = '';

/** The fields of a new transaction. */
export function newFields(draft: TransactionDraft, currency: string, now: number): TransactionFields {
  return {
    type: 'buy',
    coin: null,
    amount: '',
    coinIn: null,
    amountIn: '',
    price: '',
    money: '',
    value: '',
    currency,
    feeAmount: '',
    feeUnit: 'money',
    feeCoin: null,
    feeCurrency: '',
    // To the minute: nobody types seconds.
    occurredAt: new Date(now).toISOString().slice(0, 16),
    wallet: mainWallet,
    toWallet: '',
    kind: 'staking',
    acquiredAt: '',
    note: '',
    lots: {},
    extras: null,
    ...draft,
  };
}

/** The fields of a stored transaction. */
export function fieldsOf(transaction: Transaction, currency: string): TransactionFields {
  const { type, in: received, out, fee, value } = transaction;
  const shape = transactionShapes[type];
  const own = shape.side === 'in' ? received : out;
  const money = shape.money ? (shape.side === 'in' ? out : received) : null;
  const coinOut = coinOf(out);
  const coinIn = shape.coinIn ? coinOf(received) : null;
  const feeCurrency = currencyCodeOf(fee);
  const shown = currencyCodeOf(money) ?? value?.currency ?? feeCurrency ?? currencyCodeOf(out) ?? currency;
  const isOtherMoney = feeCurrency !== undefined && feeCurrency !== shown;
  return {
    ...newFields({}, currency, Date.parse(transaction.occurredAt)),
    type,
    coin: coinOf(own) ?? coinOut,
    amount: own?.amount ?? '',
    coinIn,
    amountIn: coinIn ? (received?.amount ?? '') : '',
    money: money?.amount ?? '',
    value: value?.amount ?? '',
    currency: shown,
    feeAmount: fee?.amount ?? '',
    feeUnit: type === 'fee' ? unitOf(out) : isOtherMoney ? 'otherMoney' : feeUnitOf(fee, coinOf(own), coinIn),
    feeCoin: coinOf(fee),
    feeCurrency: isOtherMoney ? feeCurrency : '',
    occurredAt: toField(transaction.occurredAt),
    wallet: transaction.wallet,
    toWallet: transaction.toWallet ?? '',
    kind: transaction.kind ?? 'staking',
    acquiredAt: transaction.acquiredAt?.slice(0, 10) ?? '',
    note: transaction.note ?? '',
    lots: Object.fromEntries(
      (transaction.lots ?? []).map(({ transactionId, amount }) => [transactionId, amount]),
    ),
    extras: {
      type,
      hasFee: fee !== null,
      hasValue: value !== null,
      hasLots: coinOut !== null && !!transaction.lots?.length,
    },
  };
}

function feeUnitOf(fee: Leg | null, coin: CoinMatch | null, coinIn: CoinMatch | null): FeeUnit {
  const feeCoin = coinOf(fee);
  if (feeCoin === null) return 'money';
  if (feeCoin.id === coin?.id) return 'coin';
  return feeCoin.id === coinIn?.id ? 'coinIn' : 'other';
}

/** The unit of a transaction of type `fee`: money or a coin. */
const unitOf = (out: Leg | null): FeeUnit => (coinOf(out) === null ? 'money' : 'coin');

function coinOf(leg: Leg | null): CoinMatch | null {
  if (leg === null || !('coinId' in leg)) return null;
  return { id: leg.coinId, symbol: leg.symbol, name: leg.name, market_cap_rank: null };
}

function currencyCodeOf(leg: Leg | MoneyLeg | null): string | undefined {
  return leg !== null && 'currency' in leg ? leg.currency : undefined;
}

/** An instant in the format of a `datetime-local` field, without zero seconds. */
export function toField(instant: string): string {
  return instant.slice(0, 19).replace(/:00$/, '');
}

/** The instant of a `datetime-local` field, read as UTC. Undefined if invalid. */
export function toInstant(field: string): string | undefined {
  const at = Date.parse(`${field}Z`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
