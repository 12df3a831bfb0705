import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of Ledger Live's files. */
const header =
  'Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash,Account Name,Account xpub,Countervalue Ticker,Countervalue at Operation Date,Countervalue at CSV Export';
const at = '2026-07-07T16:01:03.000Z,Confirmed';
const readRows = (...rows: string[]) => readText(`${header}\r\n${rows.join('\r\n')}`);

describe("Ledger Live's operations", () => {
  it('include the fee in the amount sent, and count it once', async () => {
    const { file, drafts, ignored } = await readRows(
      `${at},ETH,OUT,13.44786052,0.05786052,0x1,Ethereum 1,xpub1,EUR,100,200`,
      `${at},ETH,FEES,0.002,0.002,0x2,Ethereum 1,xpub1,EUR,1,2`,
      `${at},BTC,IN,0.5,0.0001,0x3,Bitcoin 1,xpub2,EUR,100,200`,
      `${at},ATOM,REWARD,0.5,0,0x4,Cosmos 1,xpub3,EUR,4,5`,
      `${at},ATOM,DELEGATE,100,0.01,0x5,Cosmos 1,xpub3,EUR,4,5`,
      `${at},ETH,NFT_IN,0,0,0x6,Ethereum 1,xpub1,EUR,4,5`,
    );
    expect(file).toBe('ledger_live operations');
    expect(drafts).toEqual([
      '2: 2026-07-07 16:01:03.000 transfer -13.39 ETH fee 0.05786052 ETH in Ethereum 1 to Elsewhere #0x1',
      '3: 2026-07-07 16:01:03.000 fee -0.002 ETH in Ethereum 1 #0x2',
      '4: 2026-07-07 16:01:03.000 transfer -0.5 BTC in Elsewhere to Bitcoin 1 #0x3',
      '5: 2026-07-07 16:01:03.000 income/staking +0.5 ATOM worth 4 EUR in Cosmos 1 #0x4',
      '6: 2026-07-07 16:01:03.000 fee -0.01 ATOM in Cosmos 1 #0x5',
    ]);
    expect(ignored).toBe(1);
  });

  it('cost only their fee if they failed', async () => {
    const { drafts, ignored } = await readRows(
      '2026-07-07T16:01:03.000Z,Failed,ETH,OUT,5.002,0.002,0x1,Ethereum 1,xpub1,EUR,1,2',
      '2026-07-07T16:01:03.000Z,Failed,ETH,IN,5,0.002,0x2,Ethereum 1,xpub1,EUR,1,2',
    );
    expect(drafts).toEqual(['2: 2026-07-07 16:01:03.000 fee -0.002 ETH in Ethereum 1 #0x1']);
    expect(ignored).toBe(1);
  });

  it('are one transfer between two of the user’s accounts, told apart by their keys', async () => {
    const { drafts } = await readRows(
      `${at},BTC,OUT,0.5001,0.0001,0x1,Bitcoin,xpub111111,EUR,100,200`,
      `${at},BTC,IN,0.5,0.0001,0x1,Bitcoin,xpub222222,EUR,100,200`,
    );
    expect(drafts).toEqual([
      '2+3: 2026-07-07 16:01:03.000 transfer -0.5 BTC fee 0.0001 BTC in Bitcoin 111111 to Bitcoin 222222 #0x1',
    ]);
  });

  it('are a transfer of what the other account received if the transaction paid others too', async () => {
    const { drafts } = await readRows(
      `${at},BTC,OUT,1.0001,0.0001,0x1,Bitcoin 1,xpub1,EUR,100,200`,
      `${at},BTC,IN,0.4,0.0001,0x1,Bitcoin 2,xpub2,EUR,100,200`,
      `${at},BTC,OUT,0.1001,0.0001,0x2,Bitcoin 1,xpub1,EUR,100,200`,
      `${at},BTC,IN,0.4,0.0001,0x2,Bitcoin 2,xpub2,EUR,100,200`,
    );
    expect(drafts).toEqual([
      '2+3: 2026-07-07 16:01:03.000 transfer -0.4 BTC fee 0.0001 BTC in Bitcoin 1 to Bitcoin 2 #0x1',
      '2: 2026-07-07 16:01:03.000 transfer -0.6 BTC in Bitcoin 1 to Elsewhere #0x1',
      '4: 2026-07-07 16:01:03.000 transfer -0.1 BTC fee 0.0001 BTC in Bitcoin 1 to Elsewhere #0x2',
      '5: 2026-07-07 16:01:03.000 transfer -0.4 BTC in Elsewhere to Bitcoin 2 #0x2',
    ]);
  });

  it('are all of coins, also if one has the code of a currency', async () => {
    const { drafts, ignored } = await readRows(
      `${at},RON,IN,50,0.001,0x1,Ronin 1,xpub1,EUR,100,200`,
      `${at},RON,OUT,10.001,0.001,0x2,Ronin 1,xpub1,EUR,100,200`,
      `${at},GEL,REWARD,3,,0x3,Ethereum 1,xpub1,EUR,100,200`,
    );
    expect(drafts).toEqual([
      '2: 2026-07-07 16:01:03.000 transfer -50 RON in Elsewhere to Ronin 1 #0x1',
      '3: 2026-07-07 16:01:03.000 transfer -10 RON fee 0.001 RON in Ronin 1 to Elsewhere #0x2',
      '4: 2026-07-07 16:01:03.000 income/staking +3 GEL worth 100 EUR in Ethereum 1 #0x3',
    ]);
    expect(ignored).toBe(0);
  });

  it('are read in their older forms', async () => {
    const { drafts } = await readText(
      'Operation Date,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash,Account Name,Account id\n2020-07-07T16:01:03.000Z,BTC,IN,0.5,0.0001,0x1,Bitcoin,id',
    );
    expect(drafts).toEqual(['2: 2020-07-07 16:01:03.000 transfer -0.5 BTC in Elsewhere to Bitcoin #0x1']);
  });
});
