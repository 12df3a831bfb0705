import { describe, expect, it } from 'vitest';
import { readText } from '../../../../tests/support/imports/read-text.ts';
import { writeXlsx } from '../../../../tests/support/imports/write-xlsx.ts';
import type { ReadOptions } from './draft.ts';

/** Local times around both clock changes of 2021 in Berlin and Amsterdam, and what they are in UTC. */
const times: readonly (readonly [day: string, time: string, instant: string])[] = [
  ['2021-03-28', '01:59:59', '2021-03-28 00:59:59'],
  // This hour is missing: a clock that was not changed showed it.
  ['2021-03-28', '02:30:00', '2021-03-28 01:30:00'],
  ['2021-03-28', '03:00:00', '2021-03-28 01:00:00'],
  ['2021-10-31', '01:59:59', '2021-10-30 23:59:59'],
  // This hour occurs twice; the first is taken.
  ['2021-10-31', '02:30:00', '2021-10-31 00:30:00'],
  ['2021-10-31', '03:00:00', '2021-10-31 02:00:00'],
];

interface LocalFormat {
  readonly name: string;
  readonly header: string;
  /** A row with an amount that distinguishes it from the others. */
  readonly row: (day: string, time: string, amount: number) => string;
  /** Without a zone, the format’s own is used. */
  readonly options?: Partial<ReadOptions>;
}

const berlin = { timeZone: 'Europe/Berlin' };
const noonOf = (time: string) => {
  const [hours = '', ...rest] = time.split(':');
  return `${Number(hours)}:${rest.join(':')} AM`;
};
const monthOf = (day: string) => (day.startsWith('2021-03') ? 'Mar' : 'Oct');
const dayOf = (day: string) => day.slice(8);

const formats: readonly LocalFormat[] = [
  {
    name: 'Bitvavo, with the zone in each row',
    header: 'Timezone,Date,Time,Type,Currency,Amount,Fee currency,Fee amount,Status,Transaction ID',
    row: (day, time, amount) => `Europe/Amsterdam,${day},${time},staking,DOT,${amount},,,Distributed,`,
  },
  {
    name: 'Bitvavo, without a zone',
    header: 'Date,Time,Type,Currency,Amount,Fee currency,Fee amount,Status,Transaction ID',
    row: (day, time, amount) => `${day},${time},staking,DOT,${amount},,,Distributed,`,
  },
  {
    name: 'Revolut',
    header: 'Symbol,Type,Quantity,Price,Value,Fees,Date',
    row: (day, time, amount) =>
      `DOT,Staking reward,${amount},,,,"${monthOf(day)} ${dayOf(day)}, 2021, ${noonOf(time)}"`,
    options: berlin,
  },
  {
    name: 'CoinTracking',
    header: '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date","Tx-ID"',
    row: (day, time, amount) => `"Staking","${amount}","DOT","","","","","","","","${day} ${time}",""`,
    options: berlin,
  },
  {
    name: 'Delta, without offsets',
    header:
      'Date,Way,Base amount,Base currency (name),Base type,Quote amount,Quote currency,Exchange,Sent/Received from,Sent to,Fee amount,Fee currency (name),Broker,Notes',
    row: (day, time, amount) => `${day} ${time},DEPOSIT,${amount},DOT,CRYPTO,,,,STAKING,MY_WALLET,,,,`,
    options: berlin,
  },
  {
    name: 'KuCoin, without a zone in its column',
    header: 'UID,Account Type,Currency,Side,Amount,Fee,Time,Remark',
    row: (day, time, amount) => `1,mainAccount,DOT,Deposit,${amount},0,${day} ${time},Airdrop`,
    options: berlin,
  },
  {
    name: 'a table with a mapping',
    header: 'When,Kind,Coin,Amount',
    row: (day, time, amount) => `${day} ${time},staking,DOT,${amount}`,
    options: { ...berlin, mapping: { date: 'When', type: 'Kind', inCoin: 'Coin', inAmount: 'Amount' } },
  },
];

const expected = times.map(([, , instant], index) => `${instant} +${index + 1} DOT`);

/** `2: 2021-03-28 00:59:59 income/staking +1 DOT` without its line and kind. */
const shorten = (drafts: readonly string[]) =>
  drafts.map((text) => text.replace(/^\d+: (\S+ \S+) \S+ (\+\d+ DOT).*$/, '$1 $2'));

describe('Local times over a clock change', () => {
  it.each(formats)('are read one way: $name', async ({ header, row, options }) => {
    const rows = times.map(([day, time], index) => row(day, time, index + 1));
    const { drafts, problems } = await readText([header, ...rows].join('\n'), options);
    expect(problems).toEqual([]);
    expect(shorten(drafts)).toEqual(expected);
  });

  it('are read the same way from the dates of a spreadsheet', async () => {
    const daysSince1899 = (text: string) =>
      (Date.parse(`${text.replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
    const rows = times.map(([day, time], index) => [
      ...['DOT', 'Staking reward', `${index + 1}`, '', '', ''],
      { date: String(daysSince1899(`${day} ${time}`)) },
    ]);
    const bytes = writeXlsx([['Symbol', 'Type', 'Quantity', 'Price', 'Value', 'Fees', 'Date'], ...rows]);
    const { drafts, problems } = await readText(bytes, berlin);
    expect(problems).toEqual([]);
    expect(shorten(drafts)).toEqual(expected);
  });
});
