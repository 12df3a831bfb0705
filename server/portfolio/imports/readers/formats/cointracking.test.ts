import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of CoinTracking's files; its sample file is tested with the others. */
const header = '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"';

describe("CoinTracking's table", () => {
  it('asks whether day or month comes first if no row shows it', async () => {
    const row = (date: string) => `"Mining","0.1","LTC","-","","-","","Pool","","","${date}"`;
    const open = await readText(`\uFEFF${header}\n${row('5/9/2017 21:14')}`);
    expect(open.openDate).toBe('5/9/2017 21:14');
    expect(open.drafts[0]).toContain('2017-09-05 21:14 income/mining');
    const known = await readText(`${header}\n${row('5/9/2017 21:14')}\n${row('5/19/2017 21:14')}`);
    expect([known.openDate, known.drafts[0]?.slice(3, 13)]).toEqual([null, '2017-05-09']);
    const mixed = await readText(
      `${header}\n${row('5/9/2017 21:14')}\n${row('5/19/2017 21:14')}\n${row('19/5/2017 21:14')}`,
    );
    expect(mixed.problems).toEqual([
      '2: “5/9/2017 21:14” may be day first or month first: the file has both',
    ]);
  });

  it('includes a fee in the amount of the same currency', async () => {
    const { drafts, problems } = await readText(
      [
        header,
        '"Withdrawal","-","","1.001","BTC","0.001","BTC","Kraken","","","2024-01-01 10:00:00"',
        '"Trade","1","BTC","505","USD","5","USD","Kraken","","","2024-01-02 10:00:00"',
        '"Other Fee","","","0.5","BNB","0.5","BNB","Binance","","","2024-01-02 10:00:00"',
        '"Gift/Tip","2","LUNA2","","","","","Binance","","thanks","2024-01-02 10:00:00"',
        '"Staking","0.8","DOT","","","0.2","DOT","Kraken","","","2024-01-02 10:00:00"',
        '"Gift/Tip","0.8","DOT","","","0.2","DOT","Kraken","","","2024-01-02 10:00:00"',
        '"Unbekannt","2","LUNA2","","","","","Binance","","thanks","2024-01-02 10:00:00"',
      ].join('\n'),
      { timeZone: 'Europe/Vienna' },
    );
    expect(drafts).toEqual([
      '2: 2024-01-01 09:00:00 transfer -1 BTC fee 0.001 BTC in Kraken to Elsewhere',
      '3: 2024-01-02 09:00:00 buy +1 BTC -500 USD fee 5 USD in Kraken',
      '4: 2024-01-02 09:00:00 fee -0.5 BNB in Binance',
      '5: 2024-01-02 09:00:00 gift_in +2 LUNA2 in Binance',
      '6: 2024-01-02 09:00:00 income/staking +1 DOT fee 0.2 DOT in Kraken',
      '7: 2024-01-02 09:00:00 gift_in +1 DOT fee 0.2 DOT in Kraken',
    ]);
    expect(problems).toEqual(['8: “unbekannt” is not understood']);
  });

  it('is also read as a trade table', async () => {
    const { drafts } = await readText(
      'Type,Buy,Cur.,Value in BTC,Value in EUR,Sell,Cur.,Value in BTC,Value in EUR,Spread,Exchange,Group,Date\nTrade,1,ETH,0.05,1000,0.05,BTC,0.05,1000,0%,Kraken,,18.01.2020 15:18',
    );
    expect(drafts).toEqual(['2: 2020-01-18 15:18 swap +1 ETH -0.05 BTC in Kraken']);
  });

  it('reports a coin that was the fee of a trade of money for money', async () => {
    const { drafts, ignored, problems } = await readText(
      [
        header,
        '"Trade","100","EUR","110","USD","1","BNB","Binance","","","2024-01-02 10:00:00"',
        '"Trade","100","EUR","110","USD","1","EUR","Binance","","","2024-01-02 10:00:00"',
      ].join('\n'),
    );
    expect([drafts, ignored]).toEqual([[], 1]);
    expect(problems).toEqual(['2: Money moved with a fee in a coin']);
  });
});
