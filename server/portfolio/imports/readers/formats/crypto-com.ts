import type { IncomeKind } from '#contract/ledger/transaction.ts';
import type { DraftFields, Quantity } from '../compose-draft.ts';
import type { FormatReader } from '../format-reader.ts';
import { groupRows } from '../group-rows.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import { isMoney } from '../values/money.ts';
import { absolute, type Units } from '../values/units.ts';

const trades =
  /^(?:crypto_exchange|viban_purchase|van_purchase|crypto_viban_exchange|crypto_to_van_sell_order|recurring_buy_order|trading\.limit_order\..{1,60}_commit)$/;
const cardPurchases = /^(?:crypto_purchase|trading\.crypto_purchase\.[a-z_]{1,40})$/;
const swaps =
  /^(dust_conversion|dynamic_coin_swap|lockup_swap|crypto_wallet_swap|interest_swap)_(?:credited|debited)$/;
const internal =
  /^(?:lockup_(?:lock|unlock|upgrade)|crypto_earn_program_(?:created|withdrawn)|supercharger_(?:deposit|withdrawal)|finance\.lockup\.dpos_(?:lock|unlock)\.crypto_wallet|finance\.dpos\.staking\.crypto_wallet|trading\.limit_order\..{1,60}_(?:lock|unlock)|dynamic_coin_swap_bonus_exchange_deposit)$/;
const incomes: readonly (readonly [RegExp, IncomeKind])[] = [
  [
    /^(?:finance\.lockup\.dpos_compound_interest\.crypto_wallet|finance\.dpos\.[a-z_.]{0,40}interest\.crypto_wallet|mco_stake_reward)$/,
    'staking',
  ],
  [
    /^(?:crypto_earn_(?:interest|extra_interest)_paid|finance\.crypto_earn\.loyalty_program_extra_interest_paid\.crypto_wallet)$/,
    'interest',
  ],
  [
    /^(?:supercharger_reward_to_app_credited|referral_card_cashback|transfer_cashback|referral_bonus|referral_gift|reimbursement|rewards_platform_deposit_credited|campaign_reward|pay_checkout_reward)$/,
    'reward',
  ],
];
const arrivals = new Set(['crypto_deposit', 'exchange_to_crypto_transfer']);
const departures = new Set(['crypto_withdrawal', 'crypto_to_exchange_transfer']);
const spent = new Set(['crypto_payment', 'card_top_up', 'card_cashback_reverted', 'reimbursement_reverted']);

/** The sum of the other swaps of its second, if there are any: it is in the file for information. */
const overallSwap = 'dynamic_coin_swap';

interface Columns {
  readonly kind: number;
  readonly currency: number;
  readonly amount: number;
  readonly toCurrency: number;
  readonly toAmount: number;
  readonly nativeCurrency: number;
  readonly nativeAmount: number;
  readonly hash: number;
}

function read(reading: Reading): void {
  const columns: Columns = {
    kind: reading.column('transaction kind'),
    currency: reading.column('currency'),
    amount: reading.column('amount'),
    toCurrency: reading.column('to currency'),
    toAmount: reading.column('to amount'),
    nativeCurrency: reading.column('native currency'),
    nativeAmount: reading.column('native amount'),
    hash: reading.column('transaction hash'),
  };
  const time = reading.column('timestamp(utc)');
  const dates = reading.dates([time]);
  const swapOf = (row: TableRow) => swaps.exec(reading.text(row, columns.kind).toLowerCase())?.[1];
  reading.eachRow((row) => {
    if (swapOf(row)) return;
    const sides = readSides(reading, columns, row);
    if (sides === null) return reading.ignore([row]);
    reading.add([row], { date: dates(row), hash: reading.text(row, columns.hash), ...sides });
  });
  const sides = reading.rows.filter((row) => swapOf(row) !== undefined);
  const parts = groupRows(
    sides.filter((row) => swapOf(row) !== overallSwap && swapOf(row) !== 'dust_conversion'),
    (row) => reading.text(row, time),
  );
  for (const rows of groupRows(sides, (row) => `${swapOf(row)} ${reading.text(row, time)}`).values())
    reading.attempt(rows, () => {
      const own = swapOf(rows[0]) === overallSwap ? parts.get(reading.text(rows[0], time)) : undefined;
      if (own) return ignoreSum(reading, columns, rows, own);
      const [credited, debited] = ['_credited', '_debited'].map((ending) =>
        rows.filter((row) => reading.text(row, columns.kind).toLowerCase().endsWith(ending)),
      );
      for (const { row, ...fields } of shareSwap(reading, columns, credited ?? [], debited ?? []))
        reading.add(row === debited?.[0] ? [row, ...(credited ?? [])] : [row], {
          date: dates(row),
          ...fields,
        });
    });
}

function quantityOf(reading: Reading, row: TableRow, currency: number, amount: number): Quantity {
  return {
    ticker: reading.requireText(row, currency).toUpperCase(),
    units: absolute(reading.requireAmount(row, amount)),
  };
}

function readValue(
  reading: Reading,
  { nativeCurrency, nativeAmount }: Columns,
  row: TableRow,
): Quantity | null {
  const units = reading.size(row, nativeAmount);
  return units === 0n ? null : { ticker: reading.requireText(row, nativeCurrency).toUpperCase(), units };
}

/** The sides of a row; null if nothing changes hands. */
function readSides(reading: Reading, columns: Columns, row: TableRow): Omit<DraftFields, 'date'> | null {
  const kind = reading.text(row, columns.kind).toLowerCase();
  if (internal.test(kind)) return null;
  const main = quantityOf(reading, row, columns.currency, columns.amount);
  const isIncoming = reading.requireAmount(row, columns.amount) > 0n;
  const value = readValue(reading, columns, row);
  if (trades.test(kind) && reading.text(row, columns.toCurrency) !== '')
    return { in: quantityOf(reading, row, columns.toCurrency, columns.toAmount), out: main, value };
  if (cardPurchases.test(kind)) {
    if (!value) throw new RowError('The row has no price');
    return { in: main, out: value };
  }
  if (isMoney(main.ticker) && reading.text(row, columns.toCurrency) === '') return null;
  const income = incomes.find(([pattern]) => pattern.test(kind))?.[1];
  if (income && isIncoming) return { type: 'income', kind: income, in: main, value };
  if (arrivals.has(kind) && isIncoming) return { in: main };
  if (departures.has(kind) && !isIncoming) return { out: main };
  if (spent.has(kind) && !isIncoming) return { type: 'spend', out: main, value };
  if (kind === 'crypto_transfer')
    return isIncoming ? { type: 'gift_in', in: main } : { type: 'gift_out', out: main };
  throw new RowError(kind === '' ? 'The row has no kind' : `“${kind}” is not understood`);
}

/** Ignores rows that state other rows once more, as their sum. Throws a `RowError` if they have another sum. */
function ignoreSum(
  reading: Reading,
  columns: Columns,
  rows: readonly TableRow[],
  parts: readonly TableRow[],
): void {
  const [whole, others] = [rows, parts].map((all) => sumByCoin(reading, columns, all));
  const areEqual =
    whole!.size === others!.size &&
    [...whole!].every(([key, units]) => absolute(units - (others!.get(key) ?? 0n)) * 1_000_000n <= units);
  if (!areEqual) throw new RowError('The parts of this swap have another sum');
  reading.ignore(rows);
}

function sumByCoin(
  reading: Reading,
  columns: Columns,
  rows: readonly TableRow[],
): ReadonlyMap<string, Units> {
  const sums = new Map<string, Units>();
  for (const row of rows) {
    const { ticker, units } = quantityOf(reading, row, columns.currency, columns.amount);
    const key = `${ticker} ${/_credited$/i.test(reading.text(row, columns.kind))}`;
    sums.set(key, (sums.get(key) ?? 0n) + units);
  }
  return sums;
}

interface SharedSwap extends Omit<DraftFields, 'date'> {
  readonly row: TableRow;
}

/** Divides one credit among several debits by their values; the last debit with a value gets the remainder. */
function shareSwap(
  reading: Reading,
  columns: Columns,
  credited: readonly TableRow[],
  debited: readonly TableRow[],
): SharedSwap[] {
  const got = credited.map((row) => quantityOf(reading, row, columns.currency, columns.amount));
  const [first] = got;
  if (!first || debited.length === 0) throw new RowError('The other side of this exchange is missing');
  if (got.some(({ ticker }) => ticker !== first.ticker))
    throw new RowError('The exchange gave more than one coin');
  const total = got.reduce((sum, { units }) => sum + units, 0n);
  const values = debited.map((row) => reading.size(row, columns.nativeAmount));
  const whole = values.reduce((sum, value) => sum + value, 0n);
  if (debited.length > 1 && whole === 0n)
    throw new RowError('The file does not say how much came from each coin: the values are 0');
  let left: Units = total;
  const lastValued = values.findLastIndex((value) => value > 0n);
  return debited.map((row, index) => {
    const out = quantityOf(reading, row, columns.currency, columns.amount);
    const share =
      debited.length === 1 || index === lastValued ? left : (total * (values[index] ?? 0n)) / (whole || 1n);
    left -= share;
    // Nothing was received for coins without a value.
    if (share === 0n) return { row, type: 'spend', out };
    return { row, in: { ticker: first.ticker, units: share }, out, value: readValue(reading, columns, row) };
  });
}

/** The Crypto.com app. */
export const cryptoCom: FormatReader = {
  format: 'crypto_com',
  name: 'Crypto.com',
  hint: 'In the Crypto.com app: Accounts, the clock at the top, Export, Crypto Wallet, then the dates.',
  layouts: [
    {
      name: 'app',
      required: [
        'timestamp(utc)',
        'currency',
        'amount',
        'native currency',
        'native amount',
        'transaction kind',
      ],
      known: [
        'transaction description',
        'to currency',
        'to amount',
        'native amount (in usd)',
        'transaction hash',
      ],
      zone: 'UTC',
      read,
    },
  ],
};
