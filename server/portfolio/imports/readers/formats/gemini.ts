import type { DraftFields, Quantity } from '../compose-draft.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import type { ParsedDate } from '../values/parse-date.ts';
import { absolute } from '../values/units.ts';

interface CoinColumn {
  readonly ticker: string;
  readonly column: number;
}

/** Coins that come back from staking are no reward. */
const stakeMove = /unstak|deposit|withdraw|redemption|redeem|transfer|return/i;

/** The amount, fee and balance columns of each coin. */
function findCoins(reading: Reading, pattern: RegExp): CoinColumn[] {
  return reading.columns.flatMap(({ name }, column) => {
    const ticker = pattern.exec(name)?.[1];
    return ticker ? [{ ticker: ticker.toUpperCase(), column }] : [];
  });
}

function read(reading: Reading): void {
  const [type, symbol, about] = ['type', 'symbol', 'specification'].map((name) => reading.column(name)) as [
    number,
    number,
    number,
  ];
  const [trade, order, hash] = [
    reading.column('trade id'),
    reading.column('order id'),
    reading.column('tx hash'),
  ];
  const address = reading.column('withdrawal destination');
  const amounts = findCoins(reading, /^(\w{1,20}) amount\b/);
  const fees = findCoins(reading, /^(?:trading )?fee \((\w{1,20})\)/);
  const balances = findCoins(reading, /^(\w{1,20}) balance\b/);
  const dateOf = createDates(reading);
  reading.eachRow((row) => {
    const operation = reading.text(row, type).toLowerCase();
    // Blank rows, and the total at the end.
    if (operation === '') return reading.ignore([row]);
    const common = {
      date: dateOf(row),
      externalId: reading.text(row, trade),
      orderId: reading.text(row, order),
      hash: reading.text(row, hash),
      balances: readQuantities(reading, row, balances).filter(({ units }) => units >= 0n),
    };
    const moved = readQuantities(reading, row, amounts);
    const paid = readQuantities(reading, row, fees).map(({ ticker, units }) => ({
      ticker,
      units: absolute(units),
    }));
    const sides = readSides({
      operation,
      about: reading.text(row, about),
      symbol: reading.text(row, symbol),
      moved,
      paid,
    });
    if (sides === null) return reading.ignore([row]);
    reading.add([row], { ...common, address: reading.text(row, address), ...sides });
  });
}

interface Row {
  readonly operation: string;
  readonly about: string;
  readonly symbol: string;
  readonly moved: readonly Quantity[];
  readonly paid: readonly Quantity[];
}

/** The sides of a row; null for a move within Gemini. */
function readSides({ operation, about, symbol, moved, paid }: Row): Omit<DraftFields, 'date'> | null {
  if (/perp$/i.test(symbol)) throw new RowError('Derivatives are not supported');
  if (paid.length > 1 || moved.length === 0) throw new RowError('The row’s amounts are not understood');
  const [into, out] = [moved.filter(({ units }) => units > 0n), moved.filter(({ units }) => units < 0n)];
  if (into.length > 1 || out.length > 1) throw new RowError('The row has more than two sides');
  const fee = paid[0] ?? null;
  const sides = { in: into[0] ?? null, out: out[0] ? { ...out[0], units: -out[0].units } : null, fee };
  if (operation === 'buy' || operation === 'sell') {
    if (!sides.in || !sides.out) throw new RowError('The other side of this trade is missing');
    return sides;
  }
  if (operation !== 'credit' && operation !== 'debit') throw new RowError(`“${operation}” is not understood`);
  const kind = /interest/i.test(about)
    ? 'interest'
    : /stak/i.test(about) && !stakeMove.test(about)
      ? 'staking'
      : /reward|administrative/i.test(about)
        ? 'reward'
        : null;
  if (operation === 'credit' && kind) return { type: 'income', kind, ...sides };
  return /\bearn\b/i.test(about) ? null : sides;
}

function readQuantities(reading: Reading, row: TableRow, columns: readonly CoinColumn[]): Quantity[] {
  return columns.flatMap(({ ticker, column }) => {
    const text = reading.text(row, column);
    if (text === '') return [];
    // Remove the unit first, because some tickers begin with a digit.
    const bare = text.replace(/\)$/, '').trimEnd().toUpperCase().endsWith(` ${ticker}`)
      ? withoutUnit(text, ticker)
      : text;
    const { units } = reading.number(row, bare);
    return units === 0n ? [] : [{ ticker, units }];
  });
}

function withoutUnit(text: string, ticker: string): string {
  const at = text.toUpperCase().lastIndexOf(ticker);
  return text.slice(0, at) + text.slice(at + ticker.length);
}

/** Joins the date and time columns; in a spreadsheet the time cell may include the date. */
function createDates(reading: Reading): (row: TableRow) => ParsedDate {
  const [day, time] = [reading.column('date'), reading.column('time(utc)')];
  const both = reading.dates([day, time], { timeZone: 'UTC' });
  return (row) => {
    const clock = reading.text(row, time);
    return /^\d{4}-/.test(clock) ? reading.dateIn(clock, 'UTC') : both(row);
  };
}

/** Gemini's transaction history. */
export const gemini: FormatReader = {
  format: 'gemini',
  name: 'Gemini',
  hint: 'On gemini.com: your account, Statements and History, Transaction history, Download as Excel.',
  layouts: [
    {
      name: 'history',
      required: ['date', 'time(utc)', 'type', 'symbol', 'specification'],
      known: [
        'liquidity indicator',
        'trading fee rate (bps)',
        'usd amount usd',
        'trade id',
        'order id',
        'order date',
        'tx hash',
      ],
      zone: 'UTC',
      read,
    },
  ],
};
