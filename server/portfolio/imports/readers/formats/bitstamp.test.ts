import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of Bitstamp's files. */
describe("Bitstamp's transactions", () => {
  it('have units in the cells, and times to the minute only', async () => {
    const { file, drafts, ignored, problems } = await readText(
      [
        'Type,Datetime,Account,Amount,Value,Rate,Fee,Sub Type',
        'Market,"Jan. 28, 2022, 12:31 AM",Main Account,1.00000000 ETH,"2,214.01 EUR",2214.01 EUR,10.00 EUR,Buy',
        'Market,"Jan. 28, 2022, 12:31 AM",Main Account,1.00000000 ETH,"2,214.01 EUR",2214.01 EUR,10.00 EUR,Buy',
        'Deposit,"June 28, 2022, 01:05 PM",Main Account,5 BTC,,,,',
        'Withdrawal,"June 28, 2022, 01:05 PM",Main Account,2 BTC,,,0.0005 BTC,',
        'Deposit,"June 28, 2022, 01:05 PM",Main Account,5 EUR,,,,',
        'Staking reward,"June 28, 2022, 01:05 PM",Main Account,0.1 ETH2R,,,,',
        'Sub Account Transfer,"June 28, 2022, 01:05 PM",Main Account,0.1 ETH,,,,',
        'Magic,"June 28, 2022, 01:05 PM",Main Account,0.1 ETH,,,,',
      ].join('\n'),
    );
    expect(file).toBe('bitstamp transactions');
    expect(drafts).toEqual([
      '2: 2022-01-28 00:31 buy +1 ETH -2214.01 EUR fee 10 EUR',
      '3: 2022-01-28 00:31 buy +1 ETH -2214.01 EUR fee 10 EUR',
      '4: 2022-06-28 13:05 transfer -5 BTC in Elsewhere to $wallet',
      '5: 2022-06-28 13:05 transfer -2 BTC fee 0.0005 BTC in $wallet to Elsewhere',
      '7: 2022-06-28 13:05 income/staking +0.1 ETH2R',
    ]);
    expect(ignored).toBe(2);
    expect(problems).toEqual(['9: “Magic” is not understood']);
  });

  it('have units in separate columns since 2025', async () => {
    const { drafts } = await readText(
      'ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate currency,Fee,Fee currency,Order ID\n7,Main Account,Market,Sell,2025-01-02T10:00:00Z,1,ETH,2000,EUR,2000,EUR,5,EUR,9',
    );
    expect(drafts).toEqual(['2: 2025-01-02 10:00:00 sell +2000 EUR -1 ETH fee 5 EUR #7']);
  });

  it('are problems if dust was traded for 0.00', async () => {
    const { drafts, problems } = await readText(
      'Type,Datetime,Account,Amount,Value,Rate,Fee,Sub Type\nMarket,"Jan. 28, 2022, 12:31 AM",Main Account,0.00000012 BTC,0.00 USD,7000 USD,0.00 USD,Sell',
    );
    expect([drafts, problems]).toEqual([[], ['2: There is no value']]);
  });
});
