import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of Coinbase's reports. */
const newest =
  'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes,Sender Address,Recipient Address';
const readNewest = (...rows: string[]) =>
  readText(`\n\nTransactions\nUser,Somebody,0000\n${newest}\n${rows.join('\n')}`);
const at = (id: string) => `${id},2025-01-17 16:57:02 UTC`;

describe("Coinbase's report", () => {
  it('is found below its preamble, with line numbers of the file', async () => {
    const { file, drafts } = await readNewest(
      `${at('a')},Buy,BTC,0.5,EUR,€2.00,"€1,000.00","€1,002.50",€2.50,,,`,
    );
    expect(file).toBe('coinbase report');
    expect(drafts).toEqual(['6: 2025-01-17 16:57:02 buy +0.5 BTC -1000 EUR fee 2.5 EUR #a']);
  });

  it('has the coin of an advanced trade in its notes', async () => {
    const { drafts } = await readNewest(
      `${at('a')},Advanced Trade Buy,SOL,0.035,EUR,€190,€6.65,€6.69,€0.04,Bought 0.035 SOL for 6.6899 USDC on SOL-USDC at 190 USDC/SOL,,`,
      `${at('b')},Advance Trade Sell,SOL,-0.035,EUR,€190,€6.65,€6.61,€0.04,Sold 0.035 SOL for 6.61 EUR on SOL-EUR at 190 EUR/SOL,,`,
    );
    expect(drafts).toEqual([
      '6: 2025-01-17 16:57:02 swap +0.035 SOL -6.6899 USDC worth 6.69 EUR #a',
      '7: 2025-01-17 16:57:02 sell +6.65 EUR -0.035 SOL fee 0.04 EUR #b',
    ]);
  });

  it('has income, transfers, gifts and spending', async () => {
    const { drafts, ignored, problems } = await readNewest(
      `${at('a')},Learning Reward,GRT,3,EUR,€1,€3.00,€3.00,€0,,,`,
      `${at('b')},Send,BTC,-0.1,EUR,€1,-€3.00,-€3.00,€0,Sent,,bc1q`,
      `${at('c')},Pro Withdrawal,BTC,0.1,EUR,€1,€3.00,€3.00,€0,,,`,
      `${at('d')},Card Spend,BTC,-0.1,EUR,€1,-€3.00,-€3.00,€0,,,`,
      `${at('e')},Donation,BTC,-0.1,EUR,€1,-€3.00,-€3.00,€0,,,`,
      `${at('f')},Withdrawal,EUR,-50,EUR,€1,-€50.00,-€50.00,€0,,,`,
      `${at('g')},Retail Staking Transfer,ETH,1,EUR,€1,€3.00,€3.00,€0,,,`,
      `${at('h')},Wonder,ETH,1,EUR,€1,€3.00,€3.00,€0,,,`,
      `${at('i')},Convert,ETH,1,EUR,€1,€3.00,€3.00,€0,,,`,
    );
    expect(drafts).toEqual([
      '6: 2025-01-17 16:57:02 income/reward +3 GRT worth 3 EUR #a',
      '7: 2025-01-17 16:57:02 transfer -0.1 BTC in $wallet to Elsewhere #b',
      '8: 2025-01-17 16:57:02 transfer -0.1 BTC in Elsewhere to $wallet #c',
      '9: 2025-01-17 16:57:02 spend -0.1 BTC worth 3 EUR #d',
      '10: 2025-01-17 16:57:02 gift_out -0.1 BTC worth 3 EUR #e',
    ]);
    expect(ignored).toBe(2);
    expect(problems).toEqual([
      '13: “wonder” is not understood',
      '14: The notes do not say what it was converted to',
    ]);
  });

  it('joins the two sides of a migration', async () => {
    const { drafts } = await readNewest(
      `${at('a')},Asset Migration,RNDR,-10,EUR,€1,€3.00,€3.00,€0,,,`,
      `${at('b')},Asset Migration,RENDER,10,EUR,€1,€3.00,€3.00,€0,,,`,
    );
    expect(drafts).toEqual(['6+7: 2025-01-17 16:57:02 swap +10 RENDER -10 RNDR #b']);
  });

  it.each([
    [
      'with the currency in the names',
      'Timestamp,Transaction Type,Asset,Quantity Transacted,EUR Spot Price at Transaction,EUR Subtotal,EUR Total (inclusive of fees),EUR Fees,Notes',
      '2019-12-31T21:39:13Z,Buy,BTC,0.5,2000,1000.00,1002.50,2.50,x',
    ],
    [
      'with the price’s currency',
      'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes',
      '2019-12-31T21:39:13Z,Buy,BTC,0.5,EUR,2000,1000.00,1002.50,2.50,x',
    ],
    [
      'without an id',
      'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
      '2019-12-31T21:39:13Z,Buy,BTC,0.5,EUR,2000,1000.00,1002.50,2.50,x',
    ],
  ])('is read in its older forms: %s', async (_name, header, row) => {
    const preamble =
      '"You can use this transaction report to inform your likely tax obligations, says Coinbase."\n\n\nTransactions\n';
    const { drafts } = await readText(`${preamble}${header}\n${row}`);
    expect(drafts).toEqual(['6: 2019-12-31 21:39:13 buy +0.5 BTC -1000 EUR fee 2.5 EUR']);
  });

  it('has points in its notes, also where a spreadsheet program wrote commas in its cells', async () => {
    const { drafts } = await readText(
      'Timestamp;Transaction Type;Asset;Quantity Transacted;Notes\n2021-12-31 10:00:00 UTC;Convert;BTC;1,234;Converted 1.234 BTC to 20.125 ETH\n2021-12-31 10:00:00 UTC;Receive;BTC;0,5;',
    );
    expect(drafts[0]).toBe('2: 2021-12-31 10:00:00 swap +20.125 ETH -1.234 BTC');
  });

  it('counts what was paid in all, also where the fee in its column is only a part of it', async () => {
    const { drafts } = await readNewest(
      `${at('a')},Buy,ADA,212.524476,EUR,€1.15,€244.65813,€250.00,1.6718701116994,Bought 212.524476 ADA for 250 EUR using EUR Wallet,,`,
      `${at('b')},Buy,BTC,0.02125675,EUR,€46875.14,€996.41319,€1000.00,-11.0931867095297,Bought 0.02125675 BTC for 1000 EUR using EUR Wallet,,`,
      `${at('c')},Sell,BTC,-0.02,EUR,€45.00,€95.00,€90.00,€1.00,Sold 0.02 BTC for 90 EUR,,`,
      `${at('d')},Buy,BTC,0.5,EUR,€45.00,€95.00,€90.00,-€5.00,Bought 0.5 BTC for 90 EUR,,`,
      `${at('f')},Sell,BTC,-0.02126381,USD,$73455.055,$1546.42,$1517.42,-15.62,Sold 0.02126381 BTC for 1517.42 USD,,`,
      `${at('e')},Advanced Trade Sell,ZEC,-0.01040187,EUR,€424.71,-€4.41,-€4.39,€0.0265,Sold 0.01040187 ZEC for 4.39 EUR on ZEC-EUR at 424.71 EUR/ZEC,,`,
    );
    expect(drafts.map((text) => text.slice(text.indexOf('02 ') + 3))).toEqual([
      'buy +212.524476 ADA -244.65813 EUR fee 5.34187 EUR #a',
      'buy +0.02125675 BTC -996.41319 EUR fee 3.58681 EUR #b',
      'sell +95 EUR -0.02 BTC fee 5 EUR #c',
      'buy +0.5 BTC -90 EUR #d',
      'sell +1546.42 USD -0.02126381 BTC fee 29 USD #f',
      'sell +4.41 EUR -0.01040187 ZEC fee 0.0265 EUR #e',
    ]);
  });

  it('reports a trade for nothing', async () => {
    const { drafts, problems } = await readNewest(`${at('a')},Sell,BTC,-0.5,EUR,€0,€0.00,€0.00,€0.00,,,`);
    expect([drafts, problems]).toEqual([[], ['6: The row has no price']]);
  });

  it('values a reward without the commission that was kept of it', async () => {
    const { drafts } = await readNewest(
      `${at('a')},Staking Income,ATOM,0.45,EUR,€3.45,€1.56254,€1.92326,€0.36072,,,`,
      `${at('b')},Receive,XLM,5,EUR,€0.1,€0.50,€0.50,€0.00,Received 5 XLM from Coinbase Earn,,`,
    );
    expect(drafts).toEqual([
      '6: 2025-01-17 16:57:02 income/staking +0.45 ATOM worth 1.56254 EUR #a',
      '7: 2025-01-17 16:57:02 income/reward +5 XLM worth 0.5 EUR #b',
    ]);
  });

  it('joins the two rows of a conversion, which newer files have', async () => {
    const { drafts, problems } = await readNewest(
      'a,2026-01-24 22:14:05 UTC,Convert,BTC,0.00084397,USD,$89345.9,$75.40,$77.58,$2.18,,,',
      'a,2026-01-24 22:14:05 UTC,Convert,USDC,-77.589329,USD,$1.00,$77.58,$77.58,$0.00,,,',
      'c,2025-04-05 13:59:06 UTC,Convert,ZETA,4.68,EUR,€0.2,€1.04,€1.08,0.02,Converted 22 ALEPH to 4.68 ZETA,,',
      'b,2025-04-05 13:59:05 UTC,Convert,ALEPH,-22,EUR,€0.05,€1.08597,€1.08597,0,Converted 22 ALEPH to 4.68 ZETA,,',
      'd,2025-04-09 13:59:05 UTC,Convert,ALEPH,-22,EUR,€0.05,€1.08,€1.08,0,Converted 22 ALEPH to 4.68 ZETA,,',
      'e,2025-04-10 13:59:05 UTC,Convert,USDC,-1,USD,$1.00,$1.00,$1.00,$0.00,Converted 1 USDC to 0.0004 ETH,,',
    );
    expect(problems).toEqual([]);
    expect(drafts).toEqual([
      '10: 2025-04-09 13:59:05 swap +4.68 ZETA -22 ALEPH worth 1.08 EUR #d',
      '11: 2025-04-10 13:59:05 swap +0.0004 ETH -1 USDC worth 1 USD #e',
      '6+7: 2026-01-24 22:14:05 swap +0.00084397 BTC -77.589329 USDC worth 77.58 USD #a',
      '8+9: 2025-04-05 13:59:05 swap +4.68 ZETA -22 ALEPH worth 1.08597 EUR #b',
    ]);
  });

  it('reports an advanced trade against a coin whose amount the notes do not give', async () => {
    const row = (id: string, note: string) =>
      `${at(id)},Advanced Trade Buy,LINK,3.8,GBP,£5.7,£21.77,£22.00,£0.23,"${note}",,`;
    const { drafts, problems } = await readNewest(
      row('a', 'Bought 3.8 LINK for £22.00 GBP on LINK-USDT'),
      row('b', 'Se compraron 3,8 LINK por 26,5 USDC en LINK-USDC'),
      row('c', 'Something else'),
      row('d', 'Bought 3.8000 LINK for £22.00 GBP on LINK-GBP'),
      row('e', ''),
    );
    const bought = 'buy +3.8 LINK -21.77 GBP fee 0.23 GBP';
    expect(drafts).toEqual([`9: 2025-01-17 16:57:02 ${bought} #d`, `10: 2025-01-17 16:57:02 ${bought} #e`]);
    expect(problems).toEqual([
      'null: 1 advanced trade has no notes: read as traded against the money of the columns',
      '6: The notes do not say how much USDT it was',
      '7: The notes do not say how much USDC it was',
      '8: The notes do not say what it was traded against',
    ]);
  });

  it('has a coin that was paid in the notes of a purchase', async () => {
    const { drafts } = await readNewest(
      `${at('a')},Buy,BTC,0.01,USD,$10000,$99.00,$100.00,$1.00,Bought 0.01 BTC for 100.5 USDC,,`,
      `${at('b')},Buy,BTC,0.01,USD,$10000,$99.00,$100.00,$1.00,Bought 0.01 BTC for $100.00 USD,,`,
    );
    expect(drafts).toEqual([
      '6: 2025-01-17 16:57:02 swap +0.01 BTC -100.5 USDC worth 100 USD #a',
      '7: 2025-01-17 16:57:02 buy +0.01 BTC -99 USD fee 1 USD #b',
    ]);
  });

  it('has the decimal commas of some languages in its notes', async () => {
    const { drafts, problems } = await readNewest(
      `${at('a')},Convert,UNI,5,EUR,€6,€30.00,€30.00,€0.00,"Converted 5 UNI to 30,125 USDC",,`,
      `${at('b')},Convert,BTC,0.00363125,EUR,€6,€30.00,€30.00,€0.00,"Converted 0,00363125 BTC to 156,145683 XRP",,`,
      `${at('c')},Convert,BTC,1.234,EUR,€6,€30.00,€30.00,€0.00,Converted 2 BTC to 20 ETH,,`,
    );
    expect(drafts).toEqual([
      '6: 2025-01-17 16:57:02 swap +30.125 USDC -5 UNI worth 30 EUR #a',
      '7: 2025-01-17 16:57:02 swap +156.145683 XRP -0.00363125 BTC worth 30 EUR #b',
    ]);
    expect(problems).toEqual(['8: The notes give another amount than the row']);
  });

  it('reports an arrival with a minus', async () => {
    const { drafts, problems } = await readNewest(`${at('a')},Receive,BTC,-0.5,EUR,€0,,,,,,`);
    expect([drafts, problems]).toEqual([[], ['6: An amount goes out where one should come in']]);
  });
});
