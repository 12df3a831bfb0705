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
});
