import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of Koinly's files. */
describe("Koinly's files", () => {
  it('include a transaction report below its title', async () => {
    const { file, drafts, problems } = await readText(
      [
        'Transaction report 2024',
        '',
        'Date,Type,Tag,Sending Wallet,Sent Amount,Sent Currency,Sent Cost Basis,Receiving Wallet,Received Amount,Received Currency,Received Cost Basis,Fee Amount,Fee Currency,Gain (EUR),Net Value (EUR),Fee Value (EUR),TxSrc,TxDest,TxHash,Description',
        '2024-01-01 14:25 UTC,buy,,Kraken,100,EUR,,Kraken,0.002,BTC,,0.26,EUR,,100,0.26,,,,x',
        '2024-01-02 14:25:01 UTC,transfer,,Kraken,1.001,BTC,,Ledger,1,BTC,,,,,100,,,,0x1,',
        '2024-01-02 14:25:02 UTC,transfer,,Kraken,1.001,BTC,,Ledger,1,BTC,,0.001,BTC,,100,,,,0x2,',
        '2024-01-02 14:25:03 UTC,transfer,,Kraken,1,BTC,,Ledger,1,BTC,,0.001,BTC,,100,,,,0x3,',
        '2024-01-03 14:25:01 UTC,crypto_deposit,Lending interest,,,,,Kraken,0.1,ETH,,,,,150,,,,,',
        '2024-01-04 14:25:01 UTC,exchange,,Kraken,1,ETH,,Kraken,2000,USDT,,0.001,BNB,,2000,1,,,,',
        '2024-01-05 14:25:01 UTC,crypto_withdrawal,gift,Kraken,1,ETH,,,,,,,,,2000,,,,,',
        '2024-01-06 14:25:01 UTC,crypto_withdrawal,margin_loss,Kraken,1,ETH,,,,,,,,,2000,,,,,',
        '2024-01-07 14:25:01 UTC,fiat_deposit,,,,,,Kraken,1000,EUR,,,,,1000,,,,,',
      ].join('\n'),
    );
    expect(file).toBe('koinly transactions');
    expect(drafts).toEqual([
      '4: 2024-01-01 14:25 buy +0.002 BTC -100 EUR fee 0.26 EUR in Kraken',
      '5: 2024-01-02 14:25:01 transfer -1 BTC fee 0.001 BTC in Kraken to Ledger',
      '6: 2024-01-02 14:25:02 transfer -1 BTC fee 0.001 BTC in Kraken to Ledger',
      '7: 2024-01-02 14:25:03 transfer -1 BTC fee 0.001 BTC in Kraken to Ledger',
      '8: 2024-01-03 14:25:01 income/interest +0.1 ETH worth 150 EUR in Kraken',
      '9: 2024-01-04 14:25:01 swap +2000 USDT -1 ETH fee 0.001 BNB worth 2000 EUR in Kraken',
      '10: 2024-01-05 14:25:01 gift_out -1 ETH worth 2000 EUR in Kraken',
    ]);
    expect(problems).toEqual(['11: “margin loss” is not supported']);
  });

  it('include the bulk edit, with ids appended to values', async () => {
    const { file, drafts } = await readText(
      'ID (read-only),Parent ID (read-only),Date (UTC),Type,Tag,From Wallet (read-only),From Wallet ID,From Amount,From Currency,To Wallet (read-only),To Wallet ID,To Amount,To Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,TxSrc,TxDest,TxHash,Description\nABC1,,2024-01-01 14:25:00,crypto_deposit,airdrop,,,,,Ledger;55,55,12,WFLR;9546698,,,3,USD;1,,,,',
    );
    expect(file).toBe('koinly bulk-edit');
    expect(drafts).toEqual(['2: 2024-01-01 14:25:00 income/airdrop +12 WFLR worth 3 USD in Ledger #ABC1']);
  });

  it('do not count transactions that were deleted in Koinly', async () => {
    const { drafts, problems, ignored } = await readText(
      [
        'ID (read-only),Date (UTC),Type,Tag,From Wallet (read-only),From Amount,From Currency,To Wallet (read-only),To Amount,To Currency,Fee Amount,Fee Currency,Deleted',
        'K1,2020-07-03 08:22:32,trade,,Coinbase;coinbase,492.66,GBP;12,Coinbase;coinbase,0.5,ETH;3,7.34,GBP;12,false',
        'K2,2020-07-03 08:22:33,trade,,Coinbase;coinbase,492.66,GBP;12,Coinbase;coinbase,0.5,ETH;3,7.34,GBP;12,true',
        'K3,2021-06-23 10:02:14,transfer,,Coinbase Pro;gdax,47.0,AMP;9984,Coinbase;coinbase,47.0,AMP;9984,0.0,,TRUE',
        'K4,2021-06-24 10:02:14,transfer,,Coinbase Pro;gdax,47.0,AMP;9984,Coinbase;coinbase,47.0,AMP;9984,0.0,,FALSE',
      ].join('\n'),
    );
    expect(drafts).toEqual([
      '2: 2020-07-03 08:22:32 buy +0.5 ETH -492.66 GBP fee 7.34 GBP in Coinbase #K1',
      '5: 2021-06-24 10:02:14 transfer -47 AMP in Coinbase Pro to Coinbase #K4',
    ]);
    expect(problems).toEqual([]);
    expect(ignored).toBe(2);
  });

  it('have coins with the code of a currency where the type says so', async () => {
    const { drafts, ignored } = await readText(
      [
        'Date,Type,Tag,Sending Wallet,Sent Amount,Sent Currency,Receiving Wallet,Received Amount,Received Currency,Fee Amount,Fee Currency',
        '2024-01-01 14:25:00 UTC,crypto_deposit,Reward,,,,Ronin,3,RON,,',
        '2024-01-02 14:25:00 UTC,crypto_withdrawal,,Ronin,2,RON,,,,0.01,RON',
        '2024-01-03 14:25:00 UTC,buy,,Binance,20,EUR,Binance,10,RON,,',
        '2024-01-04 14:25:00 UTC,sell,,Binance,10,RON,Binance,20,EUR,,',
        '2024-01-05 14:25:00 UTC,fiat_deposit,,,,,Binance,100,RON,,',
      ].join('\n'),
    );
    expect(drafts).toEqual([
      '2: 2024-01-01 14:25:00 income/reward +3 RON in Ronin',
      '3: 2024-01-02 14:25:00 transfer -2 RON fee 0.01 RON in Ronin to Elsewhere',
      '4: 2024-01-03 14:25:00 buy +10 RON -20 EUR in Binance',
      '5: 2024-01-04 14:25:00 sell +20 EUR -10 RON in Binance',
    ]);
    expect(ignored).toBe(1);
  });

  it('report an exchange of a coin for another with the same ticker, which is no transfer', async () => {
    const { drafts, problems } = await readText(
      [
        'Date (UTC),Type,From Wallet (read-only),From Amount,From Currency,To Wallet (read-only),To Amount,To Currency',
        '2021-12-29 10:00:00,exchange,Trust,1000000,SFM;101,Trust,1000,SFM;202',
        '2021-12-30 10:00:00,transfer,Trust,1000,SFM;202,Ledger,999,SFM;202',
      ].join('\n'),
    );
    expect(drafts).toEqual(['3: 2021-12-30 10:00:00 transfer -999 SFM fee 1 SFM in Trust to Ledger']);
    expect(problems).toEqual(['2: SFM is exchanged for another coin of that ticker']);
  });

  it('report trades of which one side is 0, instead of moving the other', async () => {
    const { drafts, problems } = await readText(
      [
        'Date,Type,Tag,Sending Wallet,Sent Amount,Sent Currency,Receiving Wallet,Received Amount,Received Currency,Fee Amount,Fee Currency',
        '2024-01-01 14:25:00 UTC,sell,,Kraken,0.00000005,XRP,Kraken,0.00,EUR,,',
        '2024-01-02 14:25:00 UTC,exchange,,Kraken,0.00000005,XRP,Kraken,0,BTC,,',
        '2024-01-03 14:25:00 UTC,crypto_withdrawal,,Kraken,5,XRP,,,,,',
      ].join('\n'),
    );
    expect(drafts).toEqual(['4: 2024-01-03 14:25:00 transfer -5 XRP in Kraken to Elsewhere']);
    expect(problems).toEqual(['2: One side of the trade is 0', '3: One side of the trade is 0']);
  });

  it('have their values and tags in the simple template too', async () => {
    const { drafts } = await readText(
      'Koinly Date,Amount,Currency,Net Worth Amount,Net Worth Currency,Tag,Description,TxHash\n2018-01-01 14:25 UTC,20,BTC,250000,USD,mining,pool,0x1',
    );
    expect(drafts).toEqual(['2: 2018-01-01 14:25 income/mining +20 BTC worth 250000 USD']);
  });

  it('include two templates', async () => {
    const universal = await readText(
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash\n2018-01-01 14:25 UTC,1,BTC,20,ETH,0.1,ETH,,,,,0x1',
    );
    expect(universal.drafts).toEqual(['2: 2018-01-01 14:25 swap +20 ETH -1 BTC fee 0.1 ETH']);
    const simple = await readText(
      'Koinly Date,Amount,Currency,Label,TxHash\n2018-01-01 14:25 UTC,-1,BTC,lost,\n2018-01-02 14:25 UTC,1,BTC,,',
    );
    expect(simple.file).toBe('koinly simple');
    expect(simple.drafts).toEqual([
      '2: 2018-01-01 14:25 loss -1 BTC',
      '3: 2018-01-02 14:25 transfer -1 BTC in Elsewhere to $wallet',
    ]);
  });
});
