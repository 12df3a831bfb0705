import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of Gemini's files. */
const header =
  'Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,Trading Fee Rate (bps),USD Amount USD,Fee (USD) USD,USD Balance USD,BTC Amount BTC,Fee (BTC) BTC,BTC Balance BTC,1INCH Amount (1INCH),1INCH Balance (1INCH),Trade ID,Order ID,Tx Hash,Withdrawal Destination';

describe("Gemini's history", () => {
  it('has three columns for each coin, and a total at the end', async () => {
    const { file, drafts, ignored, problems } = await readText(
      [
        header,
        '2021-02-19,04:26:23.644,Buy,BTCUSD,Limit,Taker,35,"($519.83)",($1.82),"$4,478.35 ",0.0101601 BTC ,,0.0101601 BTC ,,,11,22,,',
        '2021-02-20,04:26:23.644,Credit,BTC,Deposit (BTC),,,,,,1.5 BTC ,,1.5101601 BTC ,,,,,hash1,',
        '2021-02-21,04:26:23.644,Debit,BTC,Withdrawal (BTC),,,,,,(0.5 BTC),(0.001 BTC),1.0 BTC ,,,,,hash2,bc1',
        '2021-02-22,04:26:23.644,Credit,1INCH,Administrative Credit,,,,,,,,,7.5 1INCH ,7.5 1INCH,,,,',
        '2021-02-23,04:26:23.644,Credit,USD,Deposit (ACH),,,$500.00,,"$4,978.35",,,,,,,,,',
        '2021-02-24,04:26:23.644,Buy,BTCGUSDPERP,Limit,,,($5.00),,,0.1 BTC,,,,,,,,',
        ',,,,,,,"$4,978.35",,,1.0 BTC,,,,,,,,',
      ].join('\n'),
    );
    expect(file).toBe('gemini history');
    expect(drafts).toEqual([
      '2: 2021-02-19 04:26:23.644 buy +0.0101601 BTC -519.83 USD fee 1.82 USD #11',
      '3: 2021-02-20 04:26:23.644 transfer -1.5 BTC in Elsewhere to $wallet',
      '4: 2021-02-21 04:26:23.644 transfer -0.5 BTC fee 0.001 BTC in $wallet to Elsewhere',
      '5: 2021-02-22 04:26:23.644 income/reward +7.5 1INCH',
    ]);
    expect(ignored).toBe(2);
    expect(problems).toEqual(['7: Derivatives are not supported']);
  });

  it('does not take coins that come back from staking for a reward', async () => {
    const row = (type: string, about: string, amount: string) =>
      `2023-02-20,04:26:23,${type},BTC,${about},,,,,,${amount},,,,,,,,`;
    const { drafts } = await readText(
      [
        header,
        row('Debit', 'Staking Deposit', '(1.5 BTC)'),
        row('Credit', 'Staking Reward', '0.01 BTC'),
        row('Credit', 'Staking Withdrawal', '1.5 BTC'),
      ].join('\n'),
    );
    expect(drafts).toEqual([
      '2: 2023-02-20 04:26:23 transfer -1.5 BTC in $wallet to Elsewhere',
      '3: 2023-02-20 04:26:23 income/staking +0.01 BTC',
      '4: 2023-02-20 04:26:23 transfer -1.5 BTC in Elsewhere to $wallet',
    ]);
  });
});
