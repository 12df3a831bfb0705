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

  it('are of coins where the base type says so, also if one has the code of a currency', async () => {
    const { drafts, ignored } = await readText(
      [
        header,
        '2025-06-02T16:06:47Z,DEPOSIT,100,RON (Ronin),CRYPTO,,,Katana,STAKING,,,,,',
        '2025-06-03T16:06:47Z,WITHDRAW,10,RON (Ronin),CRYPTO,,,Katana,,OTHER,0.5,RON (Ronin),,',
        '2025-06-04T16:06:47Z,BUY,10,RON (Ronin),CRYPTO,50,EUR,Katana,,,,,,',
        '2025-06-05T16:06:47Z,BUY,10,RON (Ronin),CRYPTO,,,Katana,,,,,,',
        '2025-06-06T16:06:47Z,DEPOSIT,100,RON,FIAT,,,Bank,BANK,,,,,',
      ].join('\n'),
    );
    expect(drafts).toEqual([
      '2: 2025-06-02 16:06:47 income/staking +100 RON (Ronin) in Katana',
      '3: 2025-06-03 16:06:47 transfer -10 RON (Ronin) fee 0.5 RON (Ronin) in Katana to Elsewhere',
      '4: 2025-06-04 16:06:47 buy +10 RON (Ronin) -50 EUR in Katana',
      '5: 2025-06-05 16:06:47 buy +10 RON (Ronin) in Katana',
    ]);
    expect(ignored).toBe(1);
  });
});
