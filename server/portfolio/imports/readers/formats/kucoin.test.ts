import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of KuCoin's files. */
const sell = '2: 2022-05-01 02:00:00 swap +40 USDT -0.001 BTC fee 0.04 USDT';

describe("KuCoin's trades", () => {
  it.each([
    [
      'fills',
      'UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC+08:00),Fee,Tax,Maker/Taker,Fee Currency',
      'u,main,o1,BTC-USDT,SELL,LIMIT,40000,0.001,40,40,2022-05-01 10:00:00,0.04,,MAKER,USDT',
    ],
    [
      'orders',
      'UID,Account Type,Order ID,Order Time(UTC+02:00),Symbol,Side,Order Type,Order Price,Order Amount,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC+02:00),Fee,Fee Currency,Status',
      'u,main,o1,2022-05-01 04:00:00,BTC-USDT,SELL,LIMIT,40000,0.001,40000,0.001,40,40,2022-05-01 04:00:00,0.04,USDT,deal',
    ],
    [
      'old-fills',
      'tradeCreatedAt,orderId,symbol,side,price,size,funds,fee,liquidity,feeCurrency,orderType',
      '2022-05-01 10:00:00,o1,BTC-USDT,sell,40000,0.001,40,0.04,taker,USDT,limit',
    ],
    [
      'oldest-fills',
      'Time,Pair,Side,FilledPrice,FilledPriceCoin,Amount,AmountCoin,Volume,VolumeCoin,Fee,FeeCoin',
      '2022-05-01 10:00:00,BTC/USDT,SELL,40000,USDT,0.001,BTC,40,USDT,0.04,USDT',
    ],
  ])('are read as %s', async (layout, header, row) => {
    const { file, drafts } = await readText(`${header}\n${row}`);
    expect(file).toBe(`kucoin ${layout}`);
    expect(drafts).toEqual([sell]);
  });

  it('prefer the upload’s zone to that of Singapore', async () => {
    const { drafts } = await readText(
      'tradeCreatedAt,orderId,symbol,side,price,size,funds,fee,liquidity,feeCurrency,orderType\n2022-05-01 02:00:00,o1,BTC-USDT,sell,40000,0.001,40,0.04,taker,USDT,limit',
      { timeZone: 'UTC' },
    );
    expect(drafts).toEqual([sell]);
  });

  it('leave out a fee whose coin is not in the file, and say so', async () => {
    const { drafts, problems } = await readText(
      'oid,symbol,dealPrice,dealValue,amount,fee,direction,createdDate\no1,KCS-BTC,0.0001,0.001,10,0.01,BUY,2018-05-01 10:00:00',
    );
    expect(drafts).toEqual(['2: 2018-05-01 02:00:00 swap +10 KCS -0.001 BTC']);
    expect(problems).toEqual([
      '2: The fee of 0.01 is left out: the file does not say in which coin it was paid',
    ]);
  });
});

describe("KuCoin's other files", () => {
  it.each([
    [
      'movements',
      'UID,Account Type,Time(UTC+08:00),Coin,Amount,Fee,Hash,Deposit Address,Transfer Network,Status,Remarks',
      'u,main,2022-05-01 10:00:00,BTC,1,0,h,a,BTC,SUCCESS,',
      '2: 2022-05-01 02:00:00 transfer -1 BTC in Elsewhere to $wallet',
    ],
    [
      'movements',
      'UID,Account Type,Time(UTC+08:00),Coin,Amount,Fee,Hash,Withdrawal Address/Account,Transfer Network,Status,Remarks',
      'u,main,2022-05-01 10:00:00,BTC,1,0.0005,h,a,BTC,SUCCESS,',
      '2: 2022-05-01 02:00:00 transfer -1 BTC fee 0.0005 BTC in $wallet to Elsewhere',
    ],
    [
      'conversions',
      'UID,Account Type,Payment Account,Sell,Buy,Price,Tax,Time of Update(UTC+08:00),Status',
      'u,main,x,12 USDT,0.5 KCS,1,,2022-05-01 10:00:00,SUCCESS',
      '2: 2022-05-01 02:00:00 swap +0.5 KCS -12 USDT',
    ],
    [
      'earnings',
      'UID,Account Type,Order ID,Time(UTC+08:00),Staked Coin,Product Type,Product Name,Earnings Coin,Earnings Type,Remarks,Amount,Amount（USDT）,Fee',
      'u,main,o,2022-05-01 10:00:00,DOT,Staking,DOT,DOT,Reward,,0.5,3,0',
      '2: 2022-05-01 02:00:00 income/staking +0.5 DOT',
    ],
    [
      'account',
      'UID,Account Type,Currency,Side,Amount,Fee,Time(UTC+08:00),Remark',
      'u,main,FLR,Deposit,5,0,2022-05-01 10:00:00,Airdrop',
      '2: 2022-05-01 02:00:00 income/airdrop +5 FLR',
    ],
    [
      'fiat',
      'Order ID,Currency (Crypto),Crypto Quantity,Currency (Fiat),Fiat Amount,Fee Currency (Fiat),Fee (Fiat),Status,Time(UTC+08:00)',
      'o,BTC,0.001,EUR,40,EUR,1,SUCCEEDED,2022-05-01 10:00:00',
      '2: 2022-05-01 02:00:00 buy +0.001 BTC -40 EUR fee 1 EUR',
    ],
    [
      'old-movements',
      'Time,Coin,Network,Amount,Type,Remark,Fee',
      '2022-05-01 10:00:00,BTC,BTC,1,Withdrawal,,0.0005',
      '2: 2022-05-01 02:00:00 transfer -1 BTC fee 0.0005 BTC in $wallet to Elsewhere',
    ],
  ])('are read: %s', async (layout, header, row, draft) => {
    const { file, drafts, problems } = await readText(`${header}\n${row}`);
    expect([file, problems]).toEqual([`kucoin ${layout}`, []]);
    expect(drafts).toEqual([draft]);
    const none = await readText(`${header}\nNo matching records found.`);
    expect([none.drafts, none.problems, none.ignored]).toEqual([[], [], 1]);
  });

  it('name what an account’s row is in the column “Type”, where the remark is empty', async () => {
    const { file, drafts, problems, ignored } = await readText(
      [
        'UID,Account Type,Currency,Side,Amount,Fee,Time(UTC+02:00),Remark,Type',
        'u,tradeAccount,DOGE,Withdrawal,15.5,0,2025-06-02 03:00:00,,Convert Dust to KCS',
        'u,tradeAccount,KCS,Deposit,0.12,0,2025-06-02 03:00:00,,Convert Dust to KCS',
        'u,mainAccount,FLR,Deposit,5,0,2025-06-03 03:00:00,,Distribution',
        'u,mainAccount,XRP,Withdrawal,2,0,2021-06-02 03:00:00,,Convert to KCS',
        'u,mainAccount,KCS,Deposit,0.2,0,2021-06-02 03:00:00,,Convert to KCS',
        'u,tradeAccount,USDT,Deposit,5,0,2025-06-04 03:00:00,,Spot',
        'u,mainAccount,DOT,Deposit,5,0,2025-06-05 03:00:00,,Staking Rewards',
      ].join('\n'),
    );
    expect([file, problems, ignored]).toEqual(['kucoin account', [], 2]);
    expect(drafts).toEqual([
      '4: 2025-06-03 01:00:00 income/airdrop +5 FLR',
      '2+3: 2025-06-02 01:00:00 swap +0.12 KCS -15.5 DOGE',
      '5+6: 2021-06-02 01:00:00 swap +0.2 KCS -2 XRP',
    ]);
  });

  it('are deposits or withdrawals by what their name says in the end, as the bundle’s do', async () => {
    const deposits =
      'UID,Account Type,Time(UTC+02:00),Remarks,Status,Fee,Amount,Coin,Transfer Network\n****4228,mainAccount,2023-12-04 06:21:52,Deposit,SUCCESS,0,1497,USDT,TRX';
    const read = async (fileName: string) => readText(deposits, { fileName });
    expect((await read('Deposit_Withdrawal History_Deposit History.csv')).drafts).toEqual([
      '2: 2023-12-04 04:21:52 transfer -1497 USDT in Elsewhere to $wallet',
    ]);
    expect((await read('Deposit_Withdrawal History_Withdrawal Record.csv')).drafts[0]).toContain(
      'to Elsewhere',
    );
    expect((await read('Deposit_Withdrawal History.csv')).problems).toHaveLength(1);
  });

  it('do not guess a row’s direction', async () => {
    const short =
      'UID,Account Type,Time(UTC+08:00),Coin,Amount,Fee,Transfer Network,Status,Remarks\nu,main,2022-05-01 10:00:00,BTC,1,0,BTC,SUCCESS,';
    expect((await readText(short)).problems).toHaveLength(1);
    expect((await readText(short, { fileName: 'Withdrawal_Record.csv' })).drafts[0]).toContain(
      'to Elsewhere',
    );
  });
});
