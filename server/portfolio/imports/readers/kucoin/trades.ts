import type { Quantity } from '../compose-draft.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import { splitPair } from '../values/money.ts';

/** Trade columns by all names they have had. */
const names = {
  pair: ['symbol', 'pair'],
  side: ['side', 'direction'],
  base: ['filled amount', 'size', 'amount'],
  quote: ['filled volume', 'funds', 'dealvalue', 'deal_value', 'volume'],
  fee: ['fee'],
  feeCoin: ['fee currency', 'feecurrency', 'feecoin'],
  order: ['order id', 'orderid', 'oid'],
  time: [
    ...[
      'filled time(utc)',
      'filled time',
      'tradecreatedat(utc)',
      'tradecreatedat',
      'createddate(utc)',
      'createddate',
    ],
    ...['created_at(utc)', 'created_at', 'time(utc)', 'time'],
  ],
} as const;

/** Whether a row is the sentence that an empty file consists of. */
export const isEmptyNotice = ({ cells }: TableRow): boolean =>
  /^no matching records/i.test(cells.join('').trim());

/** Fills, or the filled part of orders. */
export function readKucoinTrades(reading: Reading): void {
  const at = (key: keyof typeof names) => reading.column(...names[key]);
  const [pair, side, base, quote] = [at('pair'), at('side'), at('base'), at('quote')];
  const [fee, feeCoin, order] = [at('fee'), at('feeCoin'), at('order')];
  const dates = reading.dates([at('time')]);
  reading.eachRow((row) => {
    if (isEmptyNotice(row)) return reading.ignore([row]);
    const sides = splitPair(reading.requireText(row, pair), [reading.text(row, feeCoin).toUpperCase()]);
    if (!sides) throw new RowError(`The pair “${reading.text(row, pair)}” is not known`);
    const coin = { ticker: sides[0], units: reading.size(row, base) };
    const paid = { ticker: sides[1], units: reading.size(row, quote) };
    // An unfilled order.
    if (coin.units === 0n && paid.units === 0n) return reading.ignore([row]);
    const word = reading.requireText(row, side).toLowerCase();
    if (word !== 'buy' && word !== 'sell') throw new RowError(`“${word}” is not understood`);
    reading.add([row], {
      date: dates(row),
      ...(word === 'buy' ? { in: coin, out: paid } : { in: paid, out: coin }),
      fee: readFee(reading, row, fee, feeCoin),
      orderId: reading.text(row, order),
    });
  });
}

/** The oldest files don't give the fee's coin. The fee is then left out, with a note. */
function readFee(reading: Reading, row: TableRow, fee: number, feeCoin: number): Quantity | null {
  const units = reading.amount(row, fee) ?? 0n;
  if (units === 0n) return null;
  const ticker = reading.text(row, feeCoin).toUpperCase();
  if (ticker) return { ticker, units };
  reading.note(
    row,
    `The fee of ${reading.text(row, fee)} is left out: the file does not say in which coin it was paid`,
  );
  return null;
}
