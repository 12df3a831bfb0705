import type { DraftFields, Quantity } from '../compose-draft.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import { isMoney } from '../values/money.ts';
import { multiplyUnits } from '../values/units.ts';

const yahooDash = /^([A-Z0-9]{1,15})-([A-Z]{3})$/;
/** Yahoo's codes for pence and cents, which in upper case would be pounds and rands. */
const hundredths = new Set(['GBp', 'ZAc']);
const yahooPlain = /^([A-Z0-9]{2,15})USD$/;

/**
 * The coin of a symbol: CoinGecko's id or Yahoo's pair. Null for shares and currencies, even if a coin has the ticker.
 */
function coinOf(symbol: string, source: string): Pick<Quantity, 'ticker' | 'coinId'> | null {
  if (source === 'COINGECKO') return { ticker: symbol.toUpperCase(), coinId: symbol };
  if (source === 'MANUAL') return null;
  const code = symbol.toUpperCase();
  const dash = yahooDash.exec(code);
  const ticker = dash && isMoney(dash[2] ?? '') ? dash[1] : yahooPlain.exec(code)?.[1];
  return ticker && !isMoney(ticker) ? { ticker } : null;
}

function read(reading: Reading): void {
  const at = (...names: string[]) => reading.column(...names);
  const [symbol, source, currency] = [at('symbol', 'code'), at('datasource'), at('currency')];
  const [price, quantity, type, fee] = [
    at('unitprice', 'price'),
    at('quantity'),
    at('type', 'action'),
    at('fee'),
  ];
  const [comment, account] = [at('comment', 'note'), at('account')];
  // Day first, unless the year comes first.
  const dates = reading.dates([at('date')], { order: 'dmy' });
  reading.eachRow((row) => {
    const operation = reading.requireText(row, type).toUpperCase();
    const coin = coinOf(reading.requireText(row, symbol), reading.text(row, source).toUpperCase());
    if (!coin || /^(?:DIVIDEND|FEE|INTEREST|ITEM|LIABILITY)$/.test(operation)) {
      // Skip before reading the date, so that an unreadable date of a share doesn't matter.
      return reading.ignore([row]);
    }
    const main: Quantity = { ...coin, units: reading.requireAmount(row, quantity) };
    const code = reading.requireText(row, currency);
    if (hundredths.has(code)) throw new RowError(`“${code}” is a hundredth of a currency`);
    const money = code.toUpperCase();
    const paid = { ticker: money, units: multiplyUnits(main.units, reading.amount(row, price) ?? 0n) };
    const common = {
      date: dates(row),
      fee: { ticker: money, units: reading.amount(row, fee) ?? 0n },
      wallet: reading.text(row, account) || null,
      note: reading.text(row, comment),
    };
    reading.add([row], { ...common, ...sidesOf(operation, main, paid) });
  });
}

function sidesOf(operation: string, main: Quantity, paid: Quantity): Omit<DraftFields, 'date'> {
  if (operation === 'BUY')
    return paid.units === 0n ? { exactType: 'buy', in: main } : { in: main, out: paid };
  if (operation !== 'SELL') throw new RowError(`“${operation}” is not understood`);
  // Sold for nothing means lost.
  return paid.units === 0n ? { type: 'loss', out: main } : { in: paid, out: main };
}

/** Ghostfolio's activities, as JSON or CSV. */
export const ghostfolio: FormatReader = {
  format: 'ghostfolio',
  name: 'Ghostfolio',
  hint: 'In Ghostfolio: Portfolio, Activities, the three dots, Export activities.',
  layouts: [
    {
      name: 'json',
      required: ['date', 'symbol', 'currency', 'unitprice', 'quantity', 'type', 'fee'],
      known: ['accountid', 'account', 'datasource', 'comment', 'tags', 'id'],
      read,
    },
    {
      name: 'csv',
      required: ['date', ['code', 'symbol'], 'currency', 'price', 'quantity', ['action', 'type'], 'fee'],
      known: ['datasource', 'note', 'account'],
      read,
    },
  ],
};
