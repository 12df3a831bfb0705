import type { DraftFields, Quantity } from '../compose-draft.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import { splitPair } from '../values/money.ts';
import { readBinanceDates } from './dates.ts';

const quantity = /^([\d.,]+) ?([^\d.,\s]\S{0,29})$/;

/**
 * Such as `0.0010000000ETH` or `12.5 USDT`. Tickers may begin with a digit, so the pair's known sides are tried first.
 */
function readQuantity(
  reading: Reading,
  row: TableRow,
  column: number,
  sides: readonly string[] = [],
): Quantity {
  const text = reading.requireText(row, column).toUpperCase();
  const side = sides.find((ticker) => endsIn(text, ticker));
  if (side) return { ticker: side, units: reading.number(row, text.slice(0, -side.length).trim()).units };
  const match = quantity.exec(text);
  if (!match?.[1] || !match[2]) throw new RowError(`“${text.slice(0, 40)}” is not an amount of a coin`);
  return { ticker: match[2], units: reading.number(row, match[1]).units };
}

const endsIn = (text: string, ticker: string) =>
  text.endsWith(ticker) && /[\d.]\s?$/.test(text.slice(0, -ticker.length));

/**
 * The tickers of a pair, split where it fits the amounts of both: `1INCHBUSD` with `101INCH` and `30BUSD`. Nothing else
 * separates a ticker that begins with a digit from its amount.
 */
function sidesOf(reading: Reading, row: TableRow, pair: string, columns: readonly number[]): string[] {
  const text = pair.toUpperCase();
  const cells = columns.map((column) => reading.text(row, column).toUpperCase());
  const splits = Array.from({ length: Math.min(text.length, 40) }, (_, at) => [
    text.slice(0, at),
    text.slice(at),
  ]).filter(([base, quote]) => base !== '' && quote !== '');
  const fits = splits.filter((sides) =>
    [sides, sides.toReversed()].some((tickers) =>
      tickers.every((ticker, index) => endsIn(cells[index] ?? '', ticker)),
    ),
  );
  if (fits.length === 1 && fits[0]) return fits[0];
  const known = splitPair(pair);
  if (!known && /^\d/.test(text))
    throw new RowError(`The pair “${pair.slice(0, 40)}” does not fit the amounts`);
  return known ?? [];
}

function tradeOf(side: string, base: Quantity, quote: Quantity): Pick<DraftFields, 'in' | 'out'> {
  if (side.toLowerCase() === 'buy') return { in: base, out: quote };
  if (side.toLowerCase() === 'sell') return { in: quote, out: base };
  throw new RowError(`“${side}” is not understood`);
}

/** The trade history, with amount and ticker in one cell. */
export function readBinanceTrades(reading: Reading): void {
  const [pair, side, executed, amount, fee] = ['pair', 'side', 'executed', 'amount', 'fee'].map((name) =>
    reading.column(name),
  ) as [number, number, number, number, number];
  const dates = readBinanceDates(reading, reading.column('date(utc)', 'time'));
  reading.eachRow((row) => {
    const sides = sidesOf(reading, row, reading.requireText(row, pair), [executed, amount]);
    const base = readQuantity(reading, row, executed, sides);
    const quote = readQuantity(reading, row, amount, sides);
    const cost = reading.text(row, fee) === '' ? null : readQuantity(reading, row, fee, [...sides, 'BNB']);
    reading.add([row], {
      date: dates(row),
      ...tradeOf(reading.requireText(row, side), base, quote),
      fee: cost,
    });
  });
}

/** The older trade history: a pair, plain numbers, and the fee's coin. */
export function readBinanceOldTrades(reading: Reading): void {
  const [market, type, amount, total, fee, feeCoin] = [
    'market',
    'type',
    'amount',
    'total',
    'fee',
    'fee coin',
  ].map((name) => reading.column(name)) as [number, number, number, number, number, number];
  const dates = reading.dates([reading.column('date(utc)')]);
  reading.eachRow((row) => {
    const feeTicker = reading.text(row, feeCoin).toUpperCase();
    const pair = splitPair(reading.requireText(row, market), [feeTicker]);
    if (!pair) throw new RowError(`The pair “${reading.text(row, market)}” is not known`);
    const base = { ticker: pair[0], units: reading.requireAmount(row, amount) };
    const quote = { ticker: pair[1], units: reading.requireAmount(row, total) };
    const units = reading.amount(row, fee) ?? 0n;
    if (units !== 0n && !feeTicker) throw new RowError('The fee has no coin');
    const cost = { ticker: feeTicker, units };
    reading.add([row], {
      date: dates(row),
      ...tradeOf(reading.requireText(row, type), base, quote),
      fee: cost,
    });
  });
}

/** Conversions, with a ticker on both sides. The date of a limit order is the one when it was filled. */
export function readBinanceConversions(reading: Reading): void {
  const [pair, type, sell, buy, updated, status] = [
    'pair',
    'type',
    'sell',
    'buy',
    'date updated',
    'status',
  ].map((name) => reading.column(name)) as [number, number, number, number, number, number];
  const dated = reading.column('date', 'date(utc)', 'time', 'time(utc)');
  const dates = readBinanceDates(reading, dated);
  const filled = readBinanceDates(reading, updated, dated);
  reading.eachRow((row) => {
    if (!/^success/i.test(reading.text(row, status))) return reading.ignore([row]);
    const sides = sidesOf(reading, row, reading.text(row, pair), [sell, buy]);
    const out = readQuantity(reading, row, sell, sides);
    const isLimit = updated >= 0 && /limit/i.test(reading.text(row, type));
    const date = (isLimit ? filled : dates)(row);
    reading.add([row], { date, in: readQuantity(reading, row, buy, sides), out });
  });
}
