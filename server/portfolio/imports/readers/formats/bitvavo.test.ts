import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of Bitvavo's files; its sample file is tested with the others. */
describe("Bitvavo's history", () => {
  it('is read in the form before July 2024, without signs and seconds', async () => {
    const { file, drafts } = await readText(
      [
        'Timezone,Date,Time,Type,Currency,Amount,Price (EUR),EUR received / paid,Fee currency,Fee amount,Status,Transaction ID,Address',
        'Europe/Amsterdam,2023-07-30,09:00,buy,BTC,0.0005,20000,10.05,EUR,0.05,Completed,a,',
        'Europe/Amsterdam,2023-01-30,09:00,sell,BTC,0.0005,20000,9.95,EUR,0.05,Completed,b,',
      ].join('\n'),
    );
    expect(file).toBe('bitvavo history');
    expect(drafts).toEqual([
      '2: 2023-07-30 07:00 buy +0.0005 BTC -10 EUR fee 0.05 EUR #a',
      '3: 2023-01-30 08:00 sell +10 EUR -0.0005 BTC fee 0.05 EUR #b',
    ]);
  });

  it('has rewards, rows without a zone, and statuses to ignore', async () => {
    const { drafts, ignored, problems } = await readText(
      [
        'Date,Time,Type,Currency,Amount,Fee currency,Fee amount,Status,Transaction ID',
        '2023-07-30,09:00:00,affiliate,BTC,0.0005,,,Distributed,a',
        '2023-07-30,09:00:00,withdrawal,BTC,-0.0005,BTC,0.0001,Cancelled,b',
        '2023-07-30,09:00:00,withdrawal_cancelled,BTC,0.0005,BTC,0,Completed,c',
        '2023-07-30,09:00:00,margin_loan_opened,BTC,0.0005,BTC,0,Completed,d',
        '2023-07-30,09:00:00,distribution,FLR,5,,,Distributed,e',
      ].join('\n'),
    );
    expect(drafts).toEqual([
      '2: 2023-07-30 07:00:00 income/reward +0.0005 BTC #a',
      '4: 2023-07-30 07:00:00 transfer -0.0005 BTC in Elsewhere to $wallet #c',
      '6: 2023-07-30 07:00:00 income/airdrop +5 FLR #e',
    ]);
    expect(ignored).toBe(1);
    expect(problems).toEqual(['5: “margin_loan_opened” is not understood']);
  });

  it('names an unknown time zone', async () => {
    const { drafts, problems } = await readText(
      'Timezone,Date,Time,Type,Currency,Amount,Fee currency,Fee amount,Status\nMoon/Base,2023-07-30,09:00,staking,BTC,1,,,Distributed\nAsia/Tokyo,2023-07-30,09:00,staking,BTC,1,,,Distributed',
    );
    expect(drafts).toEqual(['3: 2023-07-30 00:00 income/staking +1 BTC']);
    expect(problems).toEqual(['2: “Moon/Base” is not a time zone']);
  });

  it('has dates that a spreadsheet program rewrote, read one way in the whole file', async () => {
    const header =
      'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address';
    const row = (day: string) => `Europe/Amsterdam,${day},10:00,deposit,BTC,0.1,,,,,BTC,0,Completed,${day},`;
    const read = (...days: string[]) => readText([header, ...days.map(row)].join('\n'));
    const datesOf = ({ drafts }: { drafts: string[] }) => drafts.map((text) => text.slice(3, 19));
    expect(datesOf(await read('7/1/2024', '7/13/2024'))).toEqual(['2024-07-01 08:00', '2024-07-13 08:00']);
    expect(datesOf(await read('7/1/2024', '13/1/2024'))).toEqual(['2024-01-07 09:00', '2024-01-13 09:00']);
    expect((await read('7/1/2024')).openDate).toBe('7/1/2024 10:00');
  });

  it('reports a reward or deposit with a minus', async () => {
    const { drafts, problems } = await readText(
      'Date,Time,Type,Currency,Amount,Fee currency,Fee amount,Status\n2023-07-30,09:00,staking,BTC,-1,,,Distributed\n2023-07-30,09:00,deposit,BTC,-1,,,Completed',
    );
    const why = 'An amount goes out where one should come in';
    expect([drafts, problems]).toEqual([[], [`2: ${why}`, `3: ${why}`]]);
  });
});
