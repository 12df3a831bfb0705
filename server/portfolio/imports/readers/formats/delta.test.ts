import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of Delta's files; its sample file is tested with the others. */
const header =
  'Date,Way,Base amount,Base currency (name),Base type,Quote amount,Quote currency,Exchange,Sent/Received from,Sent to,Fee amount,Fee currency (name),Broker,Notes';

describe("Delta's transactions", () => {
  it('are found below instructions, with dates in both forms', async () => {
    const { drafts } = await readText(
      [
        'Fill in your transactions below',
        header,
        '"Fri, 02 Jun 2023 16:06:47 -0400",BUY,10,ETH,CRYPTO,,,Binance,,,,,,',
        '2023-06-02T16:06:47Z,TRANSFER,1,BTC,CRYPTO,,,,Kraken,MY_WALLET,0.001,BTC,,',
        '2023-06-02T16:06:47Z,TRANSFER,1,BTC,CRYPTO,,,,MY_WALLET,Kraken,,,,',
        '2023-06-02T16:06:47Z,DEPOSIT,1,BTC,CRYPTO,,,Kraken,FORK,,,,,',
        '2023-06-02T16:06:47Z,WITHDRAW,1,BTC,CRYPTO,,,Kraken,,OTHER,,,,',
      ].join('\n'),
    );
    expect(drafts).toEqual([
      '3: 2023-06-02 20:06:47 buy +10 ETH in Binance',
      '4: 2023-06-02 16:06:47 transfer -1 BTC fee 0.001 BTC in Kraken to $wallet',
      '5: 2023-06-02 16:06:47 transfer -1 BTC in $wallet to Kraken',
      '6: 2023-06-02 16:06:47 income/fork +1 BTC in Kraken',
      '7: 2023-06-02 16:06:47 transfer -1 BTC in Kraken to Elsewhere',
    ]);
  });
});
