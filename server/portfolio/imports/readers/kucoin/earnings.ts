import { groupRows } from '../group-rows.ts';
import { joinLegs } from '../join-legs.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import { isEmptyNotice } from './trades.ts';

/** Income from KuCoin Earn. */
export function readKucoinEarnings(reading: Reading): void {
  const at = (...names: string[]) => reading.column(...names);
  const [coin, amount, product, order] = [
    at('earnings coin'),
    at('amount'),
    at('product type'),
    at('order id'),
  ];
  const dates = reading.dates([at('time(utc)', 'time')]);
  reading.eachRow((row) => {
    if (isEmptyNotice(row)) return reading.ignore([row]);
    const kind = /stak/i.test(reading.text(row, product)) ? 'staking' : 'interest';
    const main = { ticker: reading.requireText(row, coin).toUpperCase(), units: reading.size(row, amount) };
    reading.add([row], {
      date: dates(row),
      type: 'income',
      kind,
      in: main,
      orderId: reading.text(row, order),
    });
  });
}

const airdrops = /airdrop|distribution/i;
const rewards = /\bbonus\b|reward|rebate|cashback/i;
const dust = /small (?:assets?|balances?)|dust|convert to kcs/i;
/** Types of rows that the file of earnings has too. */
const earned = /\bearn|stak|lend|saving/i;

/** The account history repeats the other files, so only airdrops, bonuses and exchanged small balances are read. */
export function readKucoinAccount(reading: Reading): void {
  const at = (...names: string[]) => reading.column(...names);
  const [coin, side, amount, remark, type] = [
    at('currency'),
    at('side'),
    at('amount'),
    at('remark'),
    at('type'),
  ];
  const time = at('time(utc)', 'time');
  const dates = reading.dates([time]);
  const isOut = (row: TableRow) => /withdraw|out/i.test(reading.text(row, side));
  const small: TableRow[] = [];
  reading.eachRow((row) => {
    const word = reading.text(row, type);
    const about = earned.test(word) ? reading.text(row, remark) : `${reading.text(row, remark)} ${word}`;
    const kind = airdrops.test(about) ? 'airdrop' : rewards.test(about) ? 'reward' : null;
    if (dust.test(about)) small.push(row);
    else if (kind === null || isOut(row) || isEmptyNotice(row)) reading.ignore([row]);
    else {
      const main = { ticker: reading.requireText(row, coin).toUpperCase(), units: reading.size(row, amount) };
      reading.add([row], { date: dates(row), type: 'income', kind, in: main });
    }
  });
  for (const rows of groupRows(small, (row) => reading.text(row, time)).values())
    reading.attempt(rows, () => {
      const legs = rows.map((row) => {
        const units = reading.size(row, amount);
        return {
          row,
          ticker: reading.requireText(row, coin).toUpperCase(),
          units: isOut(row) ? -units : units,
        };
      });
      const joined = joinLegs(legs, []);
      if (!joined)
        throw new RowError(
          'Several coins were exchanged at once, and the file does not say how much came from each',
        );
      for (const trade of joined.trades) {
        const [first] = trade.rows;
        if (first) reading.add(trade.rows, { date: dates(first), ...trade });
      }
    });
}
