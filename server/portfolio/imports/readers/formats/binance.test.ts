import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of Binance's files. */
const readHistory = (
  rows: string[],
  header = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark',
  fileName = 'a.csv',
) => readText(`${header}\n${rows.join('\n')}`, { fileName });
const at = '1,2021-05-01 10:00:00,Spot';

describe("Binance's transaction history", () => {
  it('joins the legs of a trade and its fee by sign, whatever the words', async () => {
    const { file, drafts } = await readHistory([
      `${at},Buy,USDT,-20.5,`,
      `${at},Fee,BNB,-0.0001,`,
      `${at},Buy,BTC,0.0005,`,
    ]);
    expect(file).toBe('binance history');
    expect(drafts).toEqual(['2+3+4: 2021-05-01 10:00:00 swap +0.0005 BTC -20.5 USDT fee 0.0001 BNB']);
  });

  it('joins what was bought or sold with what is only “related”, as files before 2022 call the other leg', async () => {
    const { drafts, problems } = await readHistory([
      '1,2021-04-19 10:00:00,Spot,Buy,BTC,0.001,',
      '1,2021-04-19 10:00:00,Spot,Transaction Related,USDT,-40,',
      '1,2021-04-19 10:00:00,Spot,Fee,BNB,-0.0001,',
      '1,2021-04-20 10:00:00,Spot,Transaction Related,BTC,-0.001,',
      '1,2021-04-20 10:00:01,Spot,Sell,USDT,50,',
      '1,2021-04-20 10:00:01,Spot,Fee,USDT,-0.05,',
      '1,2021-04-21 10:00:00,Spot,Buy,BTC,0.001,',
      '1,2021-04-21 10:00:00,Spot,Transaction Related,USDT,-40,',
      '1,2021-04-21 10:00:00,Spot,Sell,EUR,50,',
      '1,2021-04-21 10:00:00,Spot,Transaction Related,ETH,-1,',
    ]);
    expect(drafts).toEqual([
      '2+3+4: 2021-04-19 10:00:00 swap +0.001 BTC -40 USDT fee 0.0001 BNB',
      '5+6+7: 2021-04-20 10:00:00 swap +50 USDT -0.001 BTC fee 0.05 USDT',
    ]);
    expect(problems).toHaveLength(4);
  });

  it('keeps identical fills of one second, and joins them by size', async () => {
    const fill = [
      `${at},Transaction Buy,BTC,0.001,`,
      `${at},Transaction Spend,USDT,-40,`,
      `${at},Transaction Fee,BNB,-0.0001,`,
    ];
    const large = [
      `${at},Transaction Spend,USDT,-80,`,
      `${at},Transaction Buy,BTC,0.002,`,
      `${at},Transaction Fee,BNB,-0.0002,`,
    ];
    const { drafts, problems } = await readHistory([...large, ...fill, ...fill]);
    expect(drafts.map((text) => text.slice(text.indexOf(':')))).toEqual([
      ': 2021-05-01 10:00:00 swap +0.001 BTC -40 USDT fee 0.0001 BNB',
      ': 2021-05-01 10:00:00 swap +0.001 BTC -40 USDT fee 0.0001 BNB',
      ': 2021-05-01 10:00:00 swap +0.002 BTC -80 USDT fee 0.0002 BNB',
    ]);
    expect(problems).toEqual([]);
  });

  it('joins a leg with the next second, but no later one', async () => {
    const { drafts, problems } = await readHistory([
      '1,2021-05-01 10:00:00,Spot,Sell,BTC,-1,',
      '1,2021-05-01 10:00:01,Spot,Sell,EUR,50000,',
      '1,2021-05-01 11:00:00,Spot,Sell,BTC,-1,',
      '1,2021-05-01 11:00:03,Spot,Sell,EUR,50000,',
    ]);
    expect(drafts).toEqual(['2+3: 2021-05-01 10:00:00 sell +50000 EUR -1 BTC']);
    expect(problems).toEqual([
      '4: The other side of this trade is not in the file',
      '5: The other side of this trade is not in the file',
    ]);
  });

  it('never joins legs of different trades', async () => {
    const { drafts, problems } = await readHistory([
      `${at},Buy,BTC,1,`,
      `${at},Buy,USDT,-10,`,
      `${at},Buy,ETH,1,`,
      `${at},Buy,USDT,-20,`,
    ]);
    expect(drafts).toEqual([]);
    expect(problems).toHaveLength(4);
  });

  it('recognizes deposits, rewards and moves within Binance, and nothing else', async () => {
    const { drafts, ignored, problems } = await readHistory([
      `${at},Deposit,BTC,1,`,
      `${at},Withdraw,BTC,-0.5,Withdraw fee is included`,
      `${at},Simple Earn Flexible Interest,USDT,0.1,`,
      `${at},Simple Earn Flexible Subscription,USDT,-10,`,
      `${at},HODLer Airdrops Distribution,XAI,3,`,
      `${at},Fiat Deposit,EUR,100,`,
      `${at},Realized Profit and Loss,USDT,5,`,
    ]);
    expect(drafts).toEqual([
      '2: 2021-05-01 10:00:00 transfer -1 BTC in Elsewhere to $wallet',
      '3: 2021-05-01 10:00:00 transfer -0.5 BTC in $wallet to Elsewhere',
      '4: 2021-05-01 10:00:00 income/interest +0.1 USDT',
      '6: 2021-05-01 10:00:00 income/airdrop +3 XAI',
    ]);
    expect(ignored).toBe(2);
    expect(problems).toEqual(['8: “Realized Profit and Loss” is not understood']);
  });

  it('lists trades and fees of margin and futures accounts as problems, beside those of spot', async () => {
    const { drafts, problems, ignored } = await readHistory([
      '1,2021-03-23 18:23:25,Isolated Margin,Transfer Between Main Account/Futures and Margin Account,USDT,139.1,',
      '1,2021-03-23 18:30:13,Isolated Margin,Fee,THETA,-0.0007,',
      '1,2021-03-23 18:30:13,Isolated Margin,Sell,USDT,-9.87,',
      '1,2021-03-23 18:30:13,Isolated Margin,Buy,THETA,0.7,',
      '1,2026-01-19 02:02:51,Cross Margin,Transaction Revenue,USDC,1042.6,',
      '1,2026-01-19 02:02:51,CrossMargin,Transaction Sold,SOL,-7,',
      '1,2025-03-10 16:45:00,USD-M Futures,Fee,USDT,-0.5,TradeID - 12345',
      '1,2021-03-23 18:30:13,Spot,Buy,USDT,-20,',
      '1,2021-03-23 18:30:13,Spot,Buy,THETA,1.5,',
    ]);
    expect(drafts).toEqual(['9+10: 2021-03-23 18:30:13 swap +1.5 THETA -20 USDT']);
    expect(problems).toEqual(
      [3, 4, 5, 6, 7, 8].map((line) => `${line}: Margin and futures are not supported`),
    );
    expect(ignored).toBe(1);
  });

  it('counts a reward listed under both Earn and Spot once', async () => {
    const reward = (account: string) =>
      `1,2026-05-01 10:00:00,${account},Simple Earn Locked Rewards,BNB,0.1,`;
    const { drafts, ignored } = await readHistory([reward('Earn'), reward('Spot'), reward('Earn')]);
    expect(drafts).toHaveLength(2);
    expect(ignored).toBe(1);
  });

  it('reads two-digit years in the zone of the file’s name', async () => {
    const header = 'User ID,Time,Account,Operation,Coin,Change,Remark';
    const row = '1,23-03-24 04:00:00,Spot,Deposit,BTC,1,';
    const name = 'Binance-Transaction-History-202603230400(UTC--6)_abcd.csv';
    expect((await readHistory([row], header, name)).drafts[0]).toContain('2023-03-24 10:00:00');
    expect((await readHistory([row], header)).drafts[0]).toContain('2023-03-24 04:00:00');
  });

  it('reads dates that a spreadsheet program rewrote, in the order of the whole file', async () => {
    const rows = (...dates: string[]) => readHistory(dates.map((date) => `1,${date},Spot,Deposit,BTC,1,`));
    const datesOf = ({ drafts }: { drafts: string[] }) => drafts.map((text) => text.slice(3, 19));
    expect(datesOf(await rows('12/5/21 12:30', '12/25/21 12:30'))).toEqual([
      '2021-12-05 12:30',
      '2021-12-25 12:30',
    ]);
    expect(datesOf(await rows('12.10.21 12:30', '05.10.2021 12:30'))).toEqual([
      '2021-10-12 12:30',
      '2021-10-05 12:30',
    ]);
    expect(datesOf(await rows('25/10/2021 12:30', '05/10/2021 12:30'))).toEqual([
      '2021-10-25 12:30',
      '2021-10-05 12:30',
    ]);
    expect((await rows('10/5/21 12:30')).openDate).toBe('10/5/21 12:30');
    expect((await rows('23-03-24 04:00:00')).openDate).toBeNull();
  });

  it('joins small balances in pairs of adjacent rows', async () => {
    const dust = (coin: string, change: string) => `${at},Small Assets Exchange BNB,${coin},${change},`;
    const { drafts } = await readHistory([
      dust('BNB', '0.01'),
      dust('ADA', '-1'),
      dust('XRP', '-2'),
      dust('BNB', '0.02'),
    ]);
    expect(drafts).toEqual([
      '2+3: 2021-05-01 10:00:00 swap +0.01 BNB -1 ADA',
      '4+5: 2021-05-01 10:00:00 swap +0.02 BNB -2 XRP',
    ]);
  });

  it('reads what replaces a coin that is taken away as a swap, and no income', async () => {
    const { drafts, problems } = await readHistory([
      `${at},Distribution,BCHABC,-0.5,`,
      `${at},Distribution,BCH,0.5,`,
      '1,2021-05-02 10:00:00,Spot,Distribution,GAS,0.1,',
      '1,2021-05-03 10:00:00,Spot,Distribution,BCHABC,-0.5,',
    ]);
    expect(drafts).toEqual([
      '4: 2021-05-02 10:00:00 income/airdrop +0.1 GAS',
      '2+3: 2021-05-01 10:00:00 swap +0.5 BCH -0.5 BCHABC',
    ]);
    expect(problems).toEqual(['5: The other side of this trade is not in the file']);
  });

  it('joins small balances by their remarks, because their rows are in no order', async () => {
    const dust = (coin: string, change: string, from: string) =>
      `${at},Small Assets Exchange BNB,${coin},${change},${from} to BNB`;
    const { drafts, problems } = await readHistory([
      dust('BARD', '-0.01143156', 'BARD'),
      dust('BNB', '0.00001692', 'HEMI'),
      dust('BNB', '0.00001176', 'BARD'),
      dust('HEMI', '-0.11392332', 'HEMI'),
      dust('TRX', '-37.02', 'TRX'),
      dust('BNB', '0.0137', 'TRX'),
    ]);
    expect(drafts).toEqual([
      '2+4: 2021-05-01 10:00:00 swap +0.00001176 BNB -0.01143156 BARD',
      '3+5: 2021-05-01 10:00:00 swap +0.00001692 BNB -0.11392332 HEMI',
      '6+7: 2021-05-01 10:00:00 swap +0.0137 BNB -37.02 TRX',
    ]);
    expect(problems).toEqual([]);
  });

  it('lists a fee with the trades that are not understood, so that the trade history does not count it again', async () => {
    const { drafts, problems } = await readHistory([
      `${at},Buy,BTC,1,`,
      `${at},Buy,USDT,-10,`,
      `${at},Buy,ETH,1,`,
      `${at},Buy,USDT,-20,`,
      `${at},Fee,BNB,-0.1,`,
      `${at},Transaction Sold,XRP,-1,`,
      `${at},Transaction Revenue,USDT,20,`,
      '1,2021-05-02 10:00:00,Spot,Sell,USDT,20,',
      '1,2021-05-02 10:00:00,Spot,Fee,USDT,-0.1,',
      '1,2021-05-03 10:00:00,Spot,Fee,BNB,-0.1,',
      '1,2021-05-03 10:00:00,Spot,Fee,BNB,0.1,',
    ]);
    expect(drafts).toEqual([
      '11: 2021-05-03 10:00:00 fee -0.1 BNB',
      '7+8: 2021-05-01 10:00:00 swap +20 USDT -1 XRP',
    ]);
    expect(problems.map((text) => text.split(':')[0])).toEqual(['2', '3', '4', '5', '6', '9', '10', '12']);
  });

  it('makes a fee of an unclear trade a separate transaction', async () => {
    const { drafts } = await readHistory([
      `${at},Transaction Buy,BTC,1,`,
      `${at},Transaction Spend,USDT,-10,`,
      `${at},Transaction Sold,ETH,-1,`,
      `${at},Transaction Revenue,USDT,20,`,
      `${at},Transaction Fee,BNB,-0.1,`,
    ]);
    expect(drafts).toEqual([
      '6: 2021-05-01 10:00:00 fee -0.1 BNB',
      '2+3: 2021-05-01 10:00:00 swap +1 BTC -10 USDT',
      '4+5: 2021-05-01 10:00:00 swap +20 USDT -1 ETH',
    ]);
  });
});

describe("Binance's smaller files", () => {
  it('are trades with tickers in the cells', async () => {
    const { file, drafts } = await readText(
      'Date(UTC+2),Pair,Side,Price,Executed,Amount,Fee\n2021-05-01 10:00:00,1INCHUSDT,BUY,2,"1,000.5000000000 1INCH","2,001.00USDT",0.1BNB\n2021-05-01 10:00:00,ETHEUR,SELL,2,1ETH,2EUR,0EUR',
    );
    expect(file).toBe('binance trades');
    expect(drafts).toEqual([
      '2: 2021-05-01 08:00:00 swap +1000.5 1INCH -2001 USDT fee 0.1 BNB',
      '3: 2021-05-01 08:00:00 sell +2 EUR -1 ETH',
    ]);
  });

  it.each([
    ['Time,Pair,Side,Price,Executed,Amount,Fee', '23-03-24 04:00:00,BTCUSDT,BUY,2,1BTC,2USDT,0BTC'],
    ['Time,Coin,Network,Amount,Address,TXID,Status', '23-03-24 04:00:00,BTC,BTC,1,bc1,abc,Completed'],
    [
      'Date,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status',
      '23-03-24 04:00:00,USDTBTC,Market,2 USDT,1 BTC,1,1,x,Successful',
    ],
  ])('have times in the zone of their name where the column names none: %s', async (header, row) => {
    const fileName = 'Binance-History-202603230400(UTC+2)_abcd.csv';
    const { drafts } = await readText(`${header}\n${row}`, { fileName });
    expect(drafts[0]).toContain('2023-03-24 02:00:00');
    const named = await readText(`${header.replace(/^\w+/, 'Date(UTC)')}\n${row}`, { fileName });
    expect(named.drafts[0]).toContain('2023-03-24 04:00:00');
  });

  it('have tickers that begin with a digit, also where the pair could be split in two ways', async () => {
    const { drafts, problems } = await readText(
      [
        'Date(UTC),Pair,Side,Price,Executed,Amount,Fee',
        '2021-10-05 12:30:00,1INCHBUSD,BUY,3,101INCH,30BUSD,0.01BNB',
        '2024-01-05 12:30:00,1000SATSFDUSD,SELL,0.0003,5000.01000SATS,1.5FDUSD,0.001FDUSD',
        '2024-01-05 12:30:00,1000SATSFDUSD,BUY,0.0003,50001000SATS,1.5FDUSD,51000SATS',
        '2021-10-05 12:30:00,GRTUSD,BUY,1,100GRT,100USD,0.1GRT',
        '2021-10-05 12:30:00,1INCHXYZ,BUY,3,101INCH,30ABC,0.01BNB',
        '2021-10-05 12:30:00,1INCH/BUSD,BUY,3,101INCH,30BUSD,0.01BNB',
      ].join('\n'),
    );
    expect(drafts).toEqual([
      '2: 2021-10-05 12:30:00 swap +10 1INCH -30 BUSD fee 0.01 BNB',
      '3: 2024-01-05 12:30:00 swap +1.5 FDUSD -5000 1000SATS fee 0.001 FDUSD',
      '4: 2024-01-05 12:30:00 swap +5000 1000SATS -1.5 FDUSD fee 5 1000SATS',
      '5: 2021-10-05 12:30:00 buy +100 GRT -100 USD fee 0.1 GRT',
      '7: 2021-10-05 12:30:00 swap +10 1INCH -30 BUSD fee 0.01 BNB',
    ]);
    expect(problems).toEqual(['6: The pair “1INCHXYZ” does not fit the amounts']);
  });

  it('are trades with pairs, some of which can’t be split', async () => {
    const { drafts, problems } = await readText(
      'Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin\n2018-05-01 10:00:00,BNBBTC,BUY,2,1,2,0.01,BNB\n2018-05-01 10:00:00,BTCTUSD,BUY,2,1,2,0.01,BNB\n2018-05-01 10:00:00,QTUMXYZ,BUY,2,1,2,0.01,BNB',
    );
    expect(drafts).toEqual([
      '2: 2018-05-01 10:00:00 swap +1 BNB -2 BTC fee 0.01 BNB',
      '3: 2018-05-01 10:00:00 swap +1 BTC -2 TUSD fee 0.01 BNB',
    ]);
    expect(problems).toEqual(['4: The pair “QTUMXYZ” is not known']);
  });

  it('are conversions, also in the form of 2025, and at the time when a limit order was filled', async () => {
    const header = 'Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status';
    const of2025 = await readText(
      `Time,${header}\n23-03-24 04:00:00,SPOT,ETHBUSD,Instant,124.6 BUSD,0.03 ETH,x,x,23-03-24 04:00:01,Successful`,
      { fileName: 'Binance-Convert-Order-History-202603230441(UTC--6)_abcd.csv' },
    );
    expect(of2025.file).toBe('binance conversions');
    expect(of2025.drafts).toEqual(['2: 2023-03-24 10:00:00 swap +0.03 ETH -124.6 BUSD']);
    const limit = await readText(
      `Date(UTC+2),${header}\n2023-03-24 04:00:00,Spot,ETHBUSD,Limit,124.6 BUSD,0.03 ETH,x,x,2023-03-29 04:00:00,Successful`,
      { timeZone: 'America/New_York' },
    );
    expect(limit.drafts).toEqual(['2: 2023-03-29 02:00:00 swap +0.03 ETH -124.6 BUSD']);
  });

  it('are conversions, deposits, withdrawals and money', async () => {
    const conversions = await readText(
      'Date,Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status\n2022-05-01 10:00:00,Spot,USDTBTC,Market,12.5 USDT,0.0003 BTC,1,1,2022-05-01 10:00:01,Successful\n2022-05-01 10:00:00,Spot,USDTBTC,Market,12.5 USDT,0.0003 BTC,1,1,2022-05-01 10:00:01,Failed',
    );
    expect(conversions.drafts).toEqual(['2: 2022-05-01 10:00:00 swap +0.0003 BTC -12.5 USDT']);
    expect(conversions.ignored).toBe(1);
    const withdrawals = await readText(
      'Date(UTC+0),Coin,Network,Amount,Fee,Address,TXID,Status\n2022-05-01 10:00:00,BTC,BTC,1,0.0005,bc1,abc,Completed',
    );
    expect(withdrawals.drafts).toEqual([
      '2: 2022-05-01 10:00:00 transfer -1 BTC fee 0.0005 BTC in $wallet to Elsewhere',
    ]);
    const deposits = await readText(
      'Date(UTC+0),Coin,Network,Amount,Address,TXID,Status\n2022-05-01 10:00:00,BTC,BTC,1,bc1,abc,Completed',
    );
    expect(deposits.drafts).toEqual(['2: 2022-05-01 10:00:00 transfer -1 BTC in Elsewhere to $wallet']);
    const old =
      'Date(UTC),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status\n2020-05-01 10:00:00,BTC,BTC,1,0,bc1,abc,,,Completed';
    expect((await readText(old)).problems).toHaveLength(1);
    expect((await readText(old, { fileName: 'depositHistory.csv' })).drafts).toHaveLength(1);
    const both = { fileName: 'deposits and withdrawals.csv' };
    expect((await readText(old, both)).problems).toHaveLength(1);
    const recent =
      'Time,Coin,Network,Amount,Address,TXID,Status\n22-05-01 10:00:00,BTC,BTC,1,bc1,abc,Completed';
    expect((await readText(recent, both)).drafts[0]).toContain('in Elsewhere to $wallet');
    const fiat = await readText(
      'Date(UTC),Coin,Amount,Status,Payment Method,Indicated Amount,Fee,Order ID\n2022-05-01 10:00:00,EUR,100,Successful,Bank,100,0,1',
    );
    expect([fiat.file, fiat.ignored]).toEqual(['binance fiat', 1]);
  });
});
