import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

const mapping = {
  date: 'When',
  type: 'What',
  inCoin: 'Got',
  inAmount: 'Got amount',
  outCoin: 'Gave',
  outAmount: 'Gave amount',
};

describe('A table with a mapping', () => {
  it('is read by the mapped columns', async () => {
    const { file, drafts, problems } = await readText(
      [
        'When;What;Got;Got amount;Gave;Gave amount;Cost;Cost coin;Where;Number;Note',
        '2021-05-01 10:00;buy;BTC;0,5;EUR;1.000,50;1,5;EUR;Kraken;n1;hello',
        '2021-05-02 10:00;staking;DOT;1,25;;;;;Kraken;n2;',
        '2021-05-03 10:00;Withdrawal;;;BTC;0,1;;;Kraken;n3;',
        '2021-05-04 10:00;lost;;;BTC;0,1;;;;;',
        '2021-05-05 10:00;?;;;BTC;0,1;;;;;',
      ].join('\n'),
      {
        timeZone: 'Europe/Berlin',
        mapping: {
          ...mapping,
          feeCoin: 'Cost coin',
          feeAmount: 'Cost',
          wallet: 'Where',
          id: 'Number',
          note: 'Note',
        },
      },
    );
    expect(file).toBe('generic mapped');
    expect(drafts).toEqual([
      '2: 2021-05-01 08:00 buy +0.5 BTC -1000.5 EUR fee 1.5 EUR in Kraken #n1',
      '3: 2021-05-02 08:00 income/staking +1.25 DOT in Kraken #n2',
      '4: 2021-05-03 08:00 transfer -0.1 BTC in Kraken to Elsewhere #n3',
      '5: 2021-05-04 08:00 loss -0.1 BTC',
    ]);
    expect(problems).toEqual(['6: “?” is not understood']);
  });

  it('takes neither staked coins nor those that come back for income', async () => {
    const { drafts, problems } = await readText(
      [
        'When,What,Coin,Amount',
        '2021-05-01,Stake,SOL,10',
        '2021-05-02,Staking reward,SOL,0.1',
        '2021-05-03,Unstake,SOL,10',
        '2021-05-04,Savings redemption,USDT,500',
        '2021-05-05,Withdraw staking rewards,ATOM,1',
        '2021-05-06,Savings interest,USDT,2',
      ].join('\n'),
      { mapping: { date: 'When', type: 'What', inCoin: 'Coin', inAmount: 'Amount' } },
    );
    expect(drafts).toEqual([
      '3: 2021-05-02 income/staking +0.1 SOL',
      '6: 2021-05-05 income/staking +1 ATOM',
      '7: 2021-05-06 income/interest +2 USDT',
    ]);
    expect(problems).toEqual([
      '2: “stake” is not understood',
      '4: “unstake” is not understood',
      '5: “savings redemption” is not understood',
    ]);
  });

  it('takes neither fees nor other types for income', async () => {
    const { drafts, problems } = await readText(
      [
        'When,What,Coin,Amount',
        '2021-05-01,Mining fee,BTC,0.001',
        '2021-05-02,Staking fees,SOL,0.1',
        '2021-05-03,Other,BTC,1',
        '2021-05-04,Trading fee rebate,BNB,0.1',
        '2021-05-05,Referral fee,USDT,5',
        '2021-05-06,Other income,USDT,5',
        '2021-05-07,Commission,BNB,0.1',
        '2021-05-08,Referral commission,BNB,0.1',
      ].join('\n'),
      { mapping: { date: 'When', type: 'What', inCoin: 'Coin', inAmount: 'Amount' } },
    );
    expect(drafts).toEqual([
      '5: 2021-05-04 income/reward +0.1 BNB',
      '6: 2021-05-05 income/reward +5 USDT',
      '7: 2021-05-06 income/other +5 USDT',
      '9: 2021-05-08 income/reward +0.1 BNB',
    ]);
    expect(problems).toEqual([
      '2: “mining fee” is not understood',
      '3: “staking fees” is not understood',
      '4: “other” is not understood',
      '8: “commission” is not understood',
    ]);
  });

  it('may have one column of amounts with signs or units', async () => {
    const { drafts } = await readText('When,Amount\n2021-05-01,-0.5 BTC\n2021-05-02,0.25 BTC', {
      mapping: { date: 'When', inAmount: 'Amount' },
    });
    expect(drafts).toEqual([
      '2: 2021-05-01 transfer -0.5 BTC in $wallet to Elsewhere',
      '3: 2021-05-02 transfer -0.25 BTC in Elsewhere to $wallet',
    ]);
  });

  it('may have signs in both columns, and one column for both directions by the type', async () => {
    const both = await readText(
      [
        'When,What,Got,Got amount,Gave,Gave amount',
        '2021-05-01,,,,BTC,-0.5',
        '2021-05-02,withdrawal,,,BTC,-0.25',
        '2021-05-03,trade,ETH,1,BTC,-0.1',
      ].join('\n'),
      { mapping },
    );
    expect(both.drafts).toEqual([
      '2: 2021-05-01 transfer -0.5 BTC in $wallet to Elsewhere',
      '3: 2021-05-02 transfer -0.25 BTC in $wallet to Elsewhere',
      '4: 2021-05-03 swap +1 ETH -0.1 BTC',
    ]);
    const rows = 'When,What,Amount\n2021-05-01,deposit,0.5 BTC\n2021-05-02,withdrawal,0.25 BTC';
    for (const names of [['inAmount'], ['outAmount'], ['inAmount', 'outAmount']]) {
      const amounts = Object.fromEntries(names.map((name) => [name, 'Amount']));
      const { drafts } = await readText(rows, { mapping: { date: 'When', type: 'What', ...amounts } });
      expect([names, drafts]).toEqual([
        names,
        [
          '2: 2021-05-01 transfer -0.5 BTC in Elsewhere to $wallet',
          '3: 2021-05-02 transfer -0.25 BTC in $wallet to Elsewhere',
        ],
      ]);
    }
  });

  it('leaves where a single column of what was given has a minus, and arrives only beside rows that leave', async () => {
    const readGiven = async (...amounts: string[]) => {
      const rows = amounts.map((amount) => `2021-05-01,${amount} BTC`);
      const { drafts } = await readText(`When,Amount\n${rows.join('\n')}`, {
        mapping: { date: 'When', outAmount: 'Amount' },
      });
      return drafts.map((text) => text.slice(3));
    };
    const [leaves, arrives] = [
      '2021-05-01 transfer -0.5 BTC in $wallet to Elsewhere',
      '2021-05-01 transfer -0.5 BTC in Elsewhere to $wallet',
    ];
    expect(await readGiven('0.5')).toEqual([leaves]);
    expect(await readGiven('-0.5', '(0.5)')).toEqual([leaves, leaves]);
    expect(await readGiven('-0.5', '0.5')).toEqual([leaves, arrives]);
  });

  it('has the price of a trade in its value, and reports a sale without a price', async () => {
    const { drafts, problems } = await readText(
      [
        'When,What,Amount,Total',
        '2021-05-01,buy,0.5 BTC,100 EUR',
        '2021-05-02,sell,0.25 BTC,70 EUR',
        '2021-05-03,sell,0.25 BTC,',
      ].join('\n'),
      { mapping: { date: 'When', type: 'What', inAmount: 'Amount', value: 'Total' } },
    );
    expect(drafts).toEqual(['2: 2021-05-01 buy +0.5 BTC -100 EUR', '3: 2021-05-02 sell +70 EUR -0.25 BTC']);
    expect(problems).toEqual(['4: The row does not say what it was sold for']);
  });

  it('may have a coin in one column and its price in another, in the direction of the type or the signs', async () => {
    const { drafts } = await readText(
      [
        'When,What,Amount,Total',
        '2021-05-01,buy,0.5 BTC,100 EUR',
        '2021-05-02,sell,0.25 BTC,70 EUR',
        '2021-05-03,,-0.125 BTC,30 EUR',
        '2021-05-04,,0.125 BTC,-20 EUR',
        '2021-05-05,Market Sell,0.0625 BTC,15 EUR',
      ].join('\n'),
      { mapping: { date: 'When', type: 'What', inAmount: 'Amount', outAmount: 'Total' } },
    );
    expect(drafts).toEqual([
      '2: 2021-05-01 buy +0.5 BTC -100 EUR',
      '3: 2021-05-02 sell +70 EUR -0.25 BTC',
      '4: 2021-05-03 sell +30 EUR -0.125 BTC',
      '5: 2021-05-04 buy +0.125 BTC -20 EUR',
      '6: 2021-05-05 sell +15 EUR -0.0625 BTC',
    ]);
  });

  it('may have prices in a stablecoin, and a purchase without a price', async () => {
    const price = await readText(
      'When,What,Amount,Total\n2021-05-01,buy,0.5 BTC,100 USDT\n2021-05-02,sell,0.25 BTC,70 USDT\n2021-05-03,buy,1 BTC,',
      { mapping: { date: 'When', type: 'What', inAmount: 'Amount', outAmount: 'Total' } },
    );
    expect(price.drafts).toEqual([
      '2: 2021-05-01 swap +0.5 BTC -100 USDT',
      '3: 2021-05-02 swap +70 USDT -0.25 BTC',
      '4: 2021-05-03 buy +1 BTC',
    ]);
    const value = await readText(
      'When,What,Amount,Total\n2021-05-01,buy,0.5 BTC,100 USDT\n2021-05-02,sell,0.25 BTC,70 USDT\n2021-05-03,buy,100 EUR,',
      { mapping: { date: 'When', type: 'What', inAmount: 'Amount', value: 'Total' } },
    );
    expect(value.drafts).toEqual([
      '2: 2021-05-01 swap +0.5 BTC -100 USDT',
      '3: 2021-05-02 swap +70 USDT -0.25 BTC',
    ]);
    expect([value.ignored, value.problems]).toEqual([1, []]);
  });

  it('reports one side of a trade, rather than moving it to or from Elsewhere', async () => {
    const legs = await readText(
      [
        'When,What,Amount',
        '2021-05-01,trade,-0.1 BTC',
        '2021-05-01,trade,2 ETH',
        '2021-05-02,Convert,1 SOL',
        '2021-05-03,deposit,1 SOL',
      ].join('\n'),
      { mapping: { date: 'When', type: 'What', inAmount: 'Amount', outAmount: 'Amount' } },
    );
    expect(legs.drafts).toEqual(['5: 2021-05-03 transfer -1 SOL in Elsewhere to $wallet']);
    expect(legs.problems).toEqual(
      [2, 3, 4].map((line) => `${line}: The row does not say what it was traded for`),
    );
    const given = await readText('When,What,Amount\n2021-05-01,buy,0.5 BTC', {
      mapping: { date: 'When', type: 'What', outAmount: 'Amount' },
    });
    expect(given.drafts).toEqual([]);
    expect(given.problems).toEqual(['2: The row does not say what it was traded for']);
  });

  it('has the fee of a transfer once, whether it is in the amount given or beside it', async () => {
    const { drafts } = await readText(
      'When,Got,Gave,Fee\n2021-05-01,0.99 BTC,1 BTC,0.01 BTC\n2021-05-02,1 BTC,1 BTC,0.01 BTC',
      { mapping: { date: 'When', inAmount: 'Got', outAmount: 'Gave', feeAmount: 'Fee' } },
    );
    expect(drafts).toEqual([
      '2: 2021-05-01 transfer -0.99 BTC fee 0.01 BTC in $wallet to Elsewhere',
      '3: 2021-05-02 transfer -1 BTC fee 0.01 BTC in $wallet to Elsewhere',
    ]);
  });

  it('moves a coin that leaves one wallet for another, less what did not arrive', async () => {
    const { drafts } = await readText(
      'When,Got,Got amount,Gave,Gave amount,From,To\n2021-05-01,BTC,0.99,BTC,1,Kraken,Ledger\n2021-05-02,BTC,1,BTC,1,Ledger,Kraken',
      { mapping: { ...mapping, type: undefined, wallet: 'From', toWallet: 'To' } },
    );
    expect(drafts).toEqual([
      '2: 2021-05-01 transfer -0.99 BTC fee 0.01 BTC in Kraken to Ledger',
      '3: 2021-05-02 transfer -1 BTC in Ledger to Kraken',
    ]);
  });

  it('reports a trade of a coin for another with the same ticker, which is no transfer', async () => {
    const { drafts, problems } = await readText(
      'When,What,Got,Gave\n2021-12-29,Swap,1000 SFM,1000000 SFM\n2021-12-30,,999 SFM,1000 SFM',
      { mapping: { date: 'When', type: 'What', inAmount: 'Got', outAmount: 'Gave' } },
    );
    expect(drafts).toEqual(['3: 2021-12-30 transfer -999 SFM fee 1 SFM in $wallet to Elsewhere']);
    expect(problems).toEqual(['2: SFM is exchanged for another coin of that ticker']);
  });

  it('moves a single amount to the destination, in whichever column it is', async () => {
    const rows = [
      'When,What,Amount,From,To',
      '2021-05-01,transfer,1 BTC,Kraken,Ledger',
      '2021-05-02,deposit,1 BTC,,Kraken',
      '2021-05-03,withdrawal,1 BTC,Kraken,',
      '2021-05-04,deposit,1 BTC,Kraken,',
    ].join('\n');
    for (const amount of ['inAmount', 'outAmount'] as const) {
      const { drafts } = await readText(rows, {
        mapping: { date: 'When', type: 'What', [amount]: 'Amount', wallet: 'From', toWallet: 'To' },
      });
      expect([amount, drafts]).toEqual([
        amount,
        [
          '2: 2021-05-01 transfer -1 BTC in Kraken to Ledger',
          '3: 2021-05-02 transfer -1 BTC in Elsewhere to Kraken',
          '4: 2021-05-03 transfer -1 BTC in Kraken to Elsewhere',
          '5: 2021-05-04 transfer -1 BTC in Elsewhere to Kraken',
        ],
      ]);
    }
  });

  it('requires a mapping, and the columns that it names', async () => {
    await expect(readText('When,Amount\n2021-05-01,1', { format: 'generic' })).rejects.toThrow(
      'needs a mapping',
    );
    await expect(readText('When,Amount\n2021-05-01,1', { mapping })).rejects.toMatchObject({
      columns: ['When', 'Amount'],
    });
  });
});
