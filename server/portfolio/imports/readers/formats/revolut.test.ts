import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of Revolut's statements. */
describe("Revolut's statement", () => {
  it('is read with currency signs or codes, fees, and times in the upload’s time zone', async () => {
    const { file, drafts, ignored, problems } = await readText(
      [
        'Symbol,Type,Quantity,Price,Value,Fees,Date',
        'BTC,Buy,0.00027963,"€35,761.54",€10.00,€0.24,"May 5, 2020, 10:10:57 PM"',
        'BTC,Sell,0.5,"89,162.28 SEK","44,581.14 SEK",0.00 SEK,"Jan 5, 2021, 10:10:57 AM"',
        'SHIB,Receive,"1,000,000",£0.01,£1.00,£0.00,"May 5, 2020, 10:10:57 PM"',
        'DOT,Staking reward,0.5,,,,"May 5, 2020, 12:10:57 AM"',
        'DOT,Stake,5,$1,$5.00,$0.00,"May 5, 2020, 12:10:57 AM"',
        'DOT,Payment,5,$1,$5.00,$0.00,"May 5, 2020, 12:10:57 AM"',
        'DOT,Exchange,5,$1,$5.00,$0.00,"May 5, 2020, 12:10:57 AM"',
      ].join('\n'),
      { timeZone: 'Europe/Berlin' },
    );
    expect(file).toBe('revolut crypto');
    expect(drafts).toEqual([
      '2: 2020-05-05 20:10:57 buy +0.00027963 BTC -10 EUR fee 0.24 EUR',
      '3: 2021-01-05 09:10:57 sell +44581.14 SEK -0.5 BTC',
      '4: 2020-05-05 20:10:57 transfer -1000000 SHIB in Elsewhere to $wallet',
      '5: 2020-05-04 22:10:57 income/staking +0.5 DOT',
      '7: 2020-05-04 22:10:57 spend -5 DOT worth 5 USD',
    ]);
    expect(ignored).toBe(1);
    expect(problems).toEqual(['8: “Exchange” is not understood']);
  });
});
