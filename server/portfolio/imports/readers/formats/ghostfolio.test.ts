import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Files written by hand with the fields of Ghostfolio's exports. */
const activity = (fields: string) =>
  `{"accountId":"a1","comment":null,"fee":4.46,"quantity":0.000123456789012345678,"type":"BUY","unitPrice":50098.3,"currency":"USD","dataSource":"YAHOO","date":"2021-12-12T00:00:00.000Z","symbol":"BTCUSD","tags":[]${fields}}`;
const document = (...activities: string[]) =>
  `{"meta":{"date":"2023-02-05T00:00:00.000Z","version":"dev"},"accounts":[{"id":"a1","name":"My Crypto","currency":"USD"}],"activities":[${activities.join(',\n')}]}`;

describe("Ghostfolio's JSON", () => {
  it('is read with all digits, entry by entry', async () => {
    const { file, drafts, ignored, problems } = await readText(
      document(
        activity(''),
        activity(
          ',"symbol":"solana","dataSource":"COINGECKO","type":"SELL","quantity":2,"unitPrice":1e-7,"fee":0',
        ),
        activity(',"symbol":"AAPL"'),
        activity(',"symbol":"BTCUSD","currency":"EUR","unitPrice":0'),
        activity(',"symbol":"0b1c","dataSource":"MANUAL","type":"ITEM"'),
        activity(',"date":"2050-06-06T00:00:00.000Z"'),
        activity(',"symbol":"EURUSD"'),
      ),
    );
    expect(file).toBe('ghostfolio json');
    expect(drafts).toEqual([
      '1: 2021-12-12 00:00:00.000 buy +0.000123456789012346 BTC -6.184975252977213612 USD fee 4.46 USD in My Crypto',
      '2: 2021-12-12 00:00:00.000 sell +0.0000002 USD -2 solana in My Crypto',
      '4: 2021-12-12 00:00:00.000 buy +0.000123456789012346 BTC fee 4.46 EUR in My Crypto',
    ]);
    expect(ignored).toBe(3);
    expect(problems.filter((text) => !text.includes('Digits'))).toEqual([
      '6: “2050-06-06T00:00:00.000Z” is in the future',
    ]);
  });
});

describe("Ghostfolio's CSV", () => {
  it('has four date forms, day first', async () => {
    const { file, drafts, openDate } = await readText(
      [
        'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note',
        '01-09-2021,BTC-EUR,YAHOO,EUR,40000,0.5,buy,5,first',
        '17/11/2021,BTCUSD,YAHOO,USD,40000,0.5,sell,5,',
        '01.01.2022,MSFT,YAHOO,USD,40000,0.5,buy,5,',
        '20210916,ethereum,COINGECKO,USD,4000,0.5,buy,0,',
      ].join('\n'),
    );
    expect(file).toBe('ghostfolio csv');
    expect(drafts).toEqual([
      '2: 2021-09-01 buy +0.5 BTC -20000 EUR fee 5 EUR',
      '3: 2021-11-17 sell +20000 USD -0.5 BTC fee 5 USD',
      '5: 2021-09-16 buy +0.5 ethereum -2000 USD',
    ]);
    expect(openDate).toBeNull();
  });

  it('report prices in pence, which are no pounds', async () => {
    const { drafts, problems } = await readText(
      'Date,Code,Currency,Price,Quantity,Action,Fee\n2021-09-01,BTC-GBP,GBp,100,5,buy,0\n2021-09-01,BTC-GBP,gbp,100,5,buy,0',
    );
    expect(drafts).toEqual(['3: 2021-09-01 buy +5 BTC -500 GBP']);
    expect(problems).toEqual(['2: “GBp” is a hundredth of a currency']);
  });
});
