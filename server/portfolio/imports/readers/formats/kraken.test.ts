import { describe, expect, it } from 'vitest';
import { read, readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of Kraken's files. */
const ledgers = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
const readLedgers = (rows: string) => readText(`${ledgers}\n${rows}`);

describe("Kraken's ledgers", () => {
  it('join both rows of a trade, with the fee of its leg', async () => {
    const { file, drafts, problems } = await readLedgers(
      'L1,T1,2021-02-10 10:06:39,trade,,currency,ZEUR,-100.0000,0.2600,899.74\nL2,T1,2021-02-10 10:06:39,trade,,currency,XXBT,0.0025000000,0,0.0025',
    );
    expect(file).toBe('kraken ledgers');
    expect(drafts).toEqual(['2+3: 2021-02-10 10:06:39 buy +0.0025 BTC -100 EUR fee 0.26 EUR #T1']);
    expect(problems).toEqual([]);
  });

  it('sum the parts of an order and deduct a second fee from what is received', async () => {
    const { drafts } = await readLedgers(
      'L1,T1,2021-02-10 10:06:39.1234,trade,,currency,XETH,-1,0.001,5\nL2,T1,2021-02-10 10:06:39.1234,trade,,currency,XXBT,0.03,0.0001,1\nL3,T1,2021-02-10 10:06:39.1234,trade,,currency,XETH,-0.5,0,4.5',
    );
    expect(drafts).toEqual(['2+3+4: 2021-02-10 10:06:39.123 swap +0.0299 BTC -1.5 ETH fee 0.001 ETH #T1']);
  });

  it('count a deposit once, and a failed one not at all', async () => {
    const { drafts, ignored } = await readLedgers(
      [
        ',R1,2021-02-10 10:00:00,deposit,,currency,XXBT,1,0,',
        'L1,R2,2021-02-10 10:05:00,deposit,,currency,XETH,2,0,2',
        'L2,R1,2021-02-10 10:30:00,deposit,,currency,XXBT,1,0,1',
        'L3,R3,2021-02-11 10:30:00,deposit,,currency,XETH,-2,0,0',
        'L4,R4,2021-02-12 10:30:00,withdrawal,,currency,XXBT,-0.5,0.0005,0.4995',
        'L5,R5,2021-02-12 11:30:00,deposit,,currency,ZEUR,50,0,50',
      ].join('\n'),
    );
    expect(drafts).toEqual([
      '4: 2021-02-10 10:30:00 transfer -1 BTC in Elsewhere to $wallet #R1',
      '6: 2021-02-12 10:30:00 transfer -0.5 BTC fee 0.0005 BTC in $wallet to Elsewhere #R4',
    ]);
    expect(ignored).toBe(4);
  });

  it('leave other transactions alone when money comes back', async () => {
    const { drafts, ignored, problems } = await readLedgers(
      [
        'L1,R1,2021-02-10 10:05:00,deposit,,currency,XETH,2,0,2',
        'L2,R2,2021-02-11 10:30:00,deposit,,currency,ZEUR,100,0,100',
        'L3,R3,2021-02-12 10:30:00,deposit,,currency,ZEUR,-100,0,0',
        'L4,R4,2021-02-13 10:30:00,withdrawal,,currency,ZEUR,-50,0.09,0',
        'L5,R5,2021-02-14 10:30:00,withdrawal,,currency,ZEUR,50,-0.09,50',
      ].join('\n'),
    );
    expect(drafts).toEqual(['2: 2021-02-10 10:05:00 transfer -2 ETH in Elsewhere to $wallet #R1']);
    expect([ignored, problems]).toEqual([4, []]);
  });

  it('recognize staked coins, rewards, forks and moves within Kraken', async () => {
    const { drafts, ignored, problems } = await readLedgers(
      [
        'L1,R1,2022-01-01 00:00:00,staking,,currency,DOT28.S,0.5,0,10',
        'L2,R2,2023-01-01 00:00:00,earn,reward,currency,ETH2.S,0.01,0.001,10',
        'L3,R3,2022-01-01 00:00:00,transfer,spottostaking,currency,DOT,-5,0,5',
        'L4,R4,2022-01-01 00:00:05,transfer,stakingfromspot,currency,DOT.S,5,0,5',
        'L5,R5,2022-01-02 00:00:00,transfer,,currency,XTZ,3,0,3',
        'L6,R6,2022-01-02 00:00:00,earn,allocation,currency,XTZ,-3,0,0',
        'L7,R7,2022-01-02 00:00:00,margin,,currency,ZUSD,-3.5,0,0',
      ].join('\n'),
    );
    expect(drafts).toEqual([
      '2: 2022-01-01 00:00:00 income/staking +0.5 DOT #R1',
      '3: 2023-01-01 00:00:00 income/staking +0.009 ETH #R2',
      '6: 2022-01-02 00:00:00 income/airdrop +3 XTZ #R5',
    ]);
    expect(ignored).toBe(3);
    expect(problems).toEqual(['8: “margin” is not understood']);
  });

  it('tell rewards without a subtype from moves, which have two sides', async () => {
    const { drafts, ignored, problems } = await readLedgers(
      [
        'L1,Unknown,2024-03-05 13:51:57,earn,,currency,SOL03.S,-137.02514789,0,0',
        'L2,Unknown,2024-03-05 13:51:57,earn,,currency,SOL,137.02514789,0,137.02514789',
        'L3,Unknown,2024-03-09 21:24:46,earn,,currency,SOL,0.1260782174,0.0327803365,137.1184457709',
        'L4,Unknown,2024-03-12 09:29:47,earn,,currency,BTC,0.0000000841,0,0.0123456789',
      ].join('\n'),
    );
    expect(drafts).toEqual(['4: 2024-03-09 21:24:46 income/staking +0.0932978809 SOL']);
    expect(ignored).toBe(2);
    expect(problems).toEqual(['5: The row does not say whether it is a reward or a move']);
  });

  it('report coins from futures that never went there, as some airdrops are booked', async () => {
    const { drafts, ignored, problems } = await readLedgers(
      [
        ',R1,2022-09-16 00:19:23,deposit,,currency,ETHW,4.0120552,0,',
        'L1,R1,2022-09-16 00:20:07,transfer,spotfromfutures,currency,ETHW,4.0120552,0,4.0120552',
        'L2,R2,2022-09-17 00:00:00,transfer,spottofutures,currency,XXBT,-1,0,0',
        'L3,R3,2022-09-18 00:00:00,transfer,spotfromfutures,currency,XXBT,1,0,1',
        'L4,R4,2022-09-18 00:00:00,transfer,spotfromfutures,currency,ZUSD,50,0,50',
      ].join('\n'),
    );
    expect([drafts, ignored]).toEqual([[], 4]);
    expect(problems).toEqual([
      '3: The coins came from futures, but never went there: this may be an airdrop',
    ]);
  });

  it('report transfers if the file has no column of subtypes, because most are moves', async () => {
    const { drafts, problems } = await readText(
      [
        'txid,refid,time,type,aclass,asset,amount,fee,balance',
        'L1,R1,2022-03-04 10:00:00,transfer,currency,DOT.S,10,0,10',
        'L2,R2,2022-03-05 10:00:00,staking,currency,DOT.S,0.5,0,10.5',
      ].join('\n'),
    );
    expect(drafts).toEqual(['3: 2022-03-05 10:00:00 income/staking +0.5 DOT #R2']);
    expect(problems).toEqual(['2: Without the column “subtype” this may be a move or an airdrop']);
  });

  it('report both sides of a rebase, which are no airdrop', async () => {
    const { drafts, problems } = await readLedgers(
      [
        'L1,R1,2024-03-05 13:51:57,transfer,,currency,AMP,-100,0,0',
        'L2,R1,2024-03-05 13:51:57,transfer,,currency,AMP2,10,0,10',
      ].join('\n'),
    );
    expect(drafts).toEqual([]);
    expect(problems).toEqual([2, 3].map((line) => `${line}: Several transfers have one number`));
  });

  it('leave out fee credits and report the missing side of a trade', async () => {
    const { drafts, problems } = await readLedgers(
      [
        'L1,T1,2021-02-10 10:06:39,spend,,currency,ZUSD,-10,0.1,90',
        'L2,T1,2021-02-10 10:06:39,receive,,currency,ADA,8,0,8',
        'L3,T1,2021-02-10 10:06:39,trade,,currency,KFEE,0,26,100',
        'L4,T2,2021-02-10 10:07:00,trade,,currency,ADA,8,0,16',
      ].join('\n'),
    );
    expect(drafts).toEqual(['2+3+4: 2021-02-10 10:06:39 buy +8 ADA -10 USD fee 0.1 USD #T1']);
    expect(problems).toEqual(['5: The other side of this trade is missing']);
  });

  it('count the fee of a part whose amount is rounded to nothing', async () => {
    const { drafts } = await readText(
      [
        ledgers,
        'L1,T1,2021-02-10 10:06:39,trade,,currency,ZEUR,-10.0000,0.0200,90',
        'L2,T1,2021-02-10 10:06:39,trade,,currency,ADA,8,0,8',
        'L3,T1,2021-02-10 10:06:39,trade,,currency,ZEUR,0.0000,0.0001,90',
        'L4,T1,2021-02-10 10:06:39,trade,,currency,ADA,0.00000001,0,8',
      ].join('\n'),
    );
    expect(drafts).toEqual(['2+3+4+5: 2021-02-10 10:06:39 buy +8.00000001 ADA -10 EUR fee 0.0201 EUR #T1']);
  });

  it('give the fee of a failed withdrawal back once, if the withdrawal is in another file', async () => {
    const { drafts } = await readText(
      `${ledgers}\nL1,R1,2021-02-10 10:00:00,withdrawal,,currency,XXBT,1,-0.001,5`,
    );
    expect(drafts).toEqual(['2: 2021-02-10 10:00:00 transfer -1.001 BTC in Elsewhere to $wallet #R1']);
  });

  it('count the fee of a failed withdrawal that does not come back', async () => {
    const { drafts } = await readLedgers(
      [
        'L1,R1,2021-02-10 10:00:00,withdrawal,,currency,XXBT,-1,0.001,4',
        'L2,R2,2021-02-11 10:00:00,withdrawal,,currency,XXBT,1,0,5',
      ].join('\n'),
    );
    expect(drafts).toEqual([
      '2: 2021-02-10 10:00:00 transfer -1 BTC fee 0.001 BTC in $wallet to Elsewhere #R1',
      '3: 2021-02-11 10:00:00 transfer -1 BTC in Elsewhere to $wallet #R2',
    ]);
  });

  it('have the balance after each row', async () => {
    const { drafts } = await read(`${ledgers}\nL1,R1,2021-02-10 10:00:00,deposit,,currency,XXBT,1,0,1.5`);
    expect(drafts[0]?.balances).toEqual([{ ticker: 'BTC', amount: '1.5' }]);
  });
});

describe("Kraken's trades", () => {
  it.each([
    ['XXBTZEUR', 'BTC', 'EUR'],
    ['XETHXXBT', 'ETH', 'BTC'],
    ['XTZEUR', 'XTZ', 'EUR'],
    ['USDTZUSD', 'USDT', 'USD'],
    ['XBT/USD', 'BTC', 'USD'],
    ['XDGUSD', 'DOGE', 'USD'],
    ['XBTPYUSD', 'BTC', 'PYUSD'],
    ['PYUSDUSD', 'PYUSD', 'USD'],
    ['ETHRLUSD', 'ETH', 'RLUSD'],
    ['RLUSDUSD', 'RLUSD', 'USD'],
    ['XBTUSDG', 'BTC', 'USDG'],
    ['GRTUSD', 'GRT', 'USD'],
    ['TUSDUSD', 'TUSD', 'USD'],
  ])('split the pair %s', async (pair, base, quote) => {
    const { file, drafts } = await readText(
      `txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers\nT1,O1,${pair},2021-02-10 10:06:39.12,sell,limit,2,4,0.01,2,0,,L1`,
    );
    expect(file).toBe('kraken trades');
    const type = quote === 'EUR' || quote === 'USD' ? 'sell' : 'swap';
    expect(drafts).toEqual([
      `2: 2021-02-10 10:06:39.120 ${type} +4 ${quote} -2 ${base} fee 0.01 ${quote} #T1`,
    ]);
  });

  it('report a trade whose cost is rounded to nothing, and make no transfer of it', async () => {
    const { drafts, problems } = await readText(
      'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers\nT1,O1,XXRPZEUR,2021-02-10 10:06:39,sell,limit,0.3,0.00000,0.00000,0.00000500,0,,L1',
    );
    expect([drafts, problems]).toEqual([[], ['2: One side of the trade is 0']]);
  });

  it('report margin trades, which move no coins', async () => {
    const { drafts, problems } = await readText(
      'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers\nT1,O1,XXBTZEUR,2021-02-10 10:06:39,buy,limit,30000,30000,4,1,10000,initiated,L1\nT2,O2,XXBTZEUR,2021-02-11 10:06:39,sell,limit,31000,31000,4,1,0,closing,L2',
    );
    expect(drafts).toEqual([]);
    expect(problems).toEqual(['2: Margin trades are not supported', '3: Margin trades are not supported']);
  });

  it('report a pair that can’t be split', async () => {
    const { problems } = await readText(
      'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol\nT1,O1,WHATEVER,2021-02-10 10:06:39,buy,limit,2,4,0.01,2',
    );
    expect(problems).toEqual(['2: The pair “WHATEVER” is not known']);
  });
});
