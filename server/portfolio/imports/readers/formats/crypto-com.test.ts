import { describe, expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/imports/read-text.ts';

/* Rows written by hand with the columns of the app's files. */
const header =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash';
const readRows = (...rows: string[]) => readText(`${header}\n${rows.join('\n')}`);
const at = '2021-05-01 10:00:00';

describe("Crypto.com's file", () => {
  it('has both sides of a trade in a row', async () => {
    const { file, drafts } = await readRows(
      `${at},CRO -> BTC,CRO,-100,BTC,0.0005,EUR,-20,-24,crypto_exchange,`,
      `${at},EUR -> ADA,EUR,-78.01,ADA,50,EUR,79.03,90,viban_purchase,`,
      `${at},Buy BTC,BTC,0.001,,,EUR,40.5,50,crypto_purchase,`,
      `${at},BTC -> EUR,BTC,-0.001,EUR,39,EUR,39,50,crypto_viban_exchange,`,
    );
    expect(file).toBe('crypto_com app');
    expect(drafts).toEqual([
      '2: 2021-05-01 10:00:00 swap +0.0005 BTC -100 CRO worth 20 EUR',
      '3: 2021-05-01 10:00:00 buy +50 ADA -78.01 EUR',
      '4: 2021-05-01 10:00:00 buy +0.001 BTC -40.5 EUR',
      '5: 2021-05-01 10:00:00 sell +39 EUR -0.001 BTC',
    ]);
  });

  it('has exchanges of several coins for one, which is divided by their values to the last digit', async () => {
    const { drafts } = await readRows(
      `${at},Dust,CRO,10,,,EUR,3,3,dust_conversion_credited,`,
      `${at},Dust,ADA,-1,,,EUR,1,1,dust_conversion_debited,`,
      `${at},Dust,XRP,-2,,,EUR,2,2,dust_conversion_debited,`,
      `${at},Dust,SHIB,-5,,,EUR,0,0,dust_conversion_debited,`,
    );
    expect(drafts).toEqual([
      '2+3: 2021-05-01 10:00:00 swap +3.333333333333333333 CRO -1 ADA worth 1 EUR',
      '4: 2021-05-01 10:00:00 swap +6.666666666666666667 CRO -2 XRP worth 2 EUR',
      '5: 2021-05-01 10:00:00 spend -5 SHIB',
    ]);
  });

  it('has income, transfers, spending and money', async () => {
    const { drafts, ignored, problems } = await readRows(
      `${at},Earn,CRO,1,,,EUR,0.5,0.6,crypto_earn_interest_paid,`,
      `${at},Card,CRO,1,,,EUR,0.5,0.6,referral_card_cashback,`,
      `${at},Stake,CRO,1,,,EUR,0.5,0.6,finance.dpos.compound_interest.crypto_wallet,`,
      `${at},To friend,CRO,-1,,,EUR,0.5,0.6,crypto_transfer,`,
      `${at},Out,BTC,-1,,,EUR,0.5,0.6,crypto_withdrawal,0xabc`,
      `${at},Top up,BTC,-1,,,EUR,30000,0.6,card_top_up,`,
      `${at},Lock,CRO,-500,,,EUR,5,6,lockup_lock,`,
      `${at},Money,EUR,500,,,EUR,500,6,,`,
      `${at},New,CRO,500,,,EUR,500,6,new_kind_of_2027,`,
    );
    expect(drafts).toEqual([
      '2: 2021-05-01 10:00:00 income/interest +1 CRO worth 0.5 EUR',
      '3: 2021-05-01 10:00:00 income/reward +1 CRO worth 0.5 EUR',
      '4: 2021-05-01 10:00:00 income/staking +1 CRO worth 0.5 EUR',
      '5: 2021-05-01 10:00:00 gift_out -1 CRO',
      '6: 2021-05-01 10:00:00 transfer -1 BTC in $wallet to Elsewhere',
      '7: 2021-05-01 10:00:00 spend -1 BTC worth 30000 EUR',
    ]);
    expect(ignored).toBe(2);
    expect(problems).toEqual(['10: “new_kind_of_2027” is not understood']);
  });

  it('rounds digits beyond the 18th half-even, and says so', async () => {
    const { drafts, problems } = await readRows(
      `${at},Earn,CRO,0.1234567890123456785,,,EUR,0,0,crypto_earn_interest_paid,`,
      `${at},Earn,CRO,0.1234567890123456775000,,,EUR,0,0,crypto_earn_interest_paid,`,
      `${at},Earn,CRO,0.1000000000000000000000000000000000000000,,,EUR,0,0,crypto_earn_interest_paid,`,
    );
    expect(drafts.map((text) => text.split(' ')[4])).toEqual([
      '+0.123456789012345678',
      '+0.123456789012345678',
      '+0.1',
    ]);
    expect(problems).toEqual([
      '2: Digits beyond the 18th after the point were rounded: 0.1234567890123456785',
      '3: Digits beyond the 18th after the point were rounded: 0.1234567890123456775000',
    ]);
  });

  it('has the swap of MCO twice: in parts, and in all', async () => {
    const whole = [
      `${at},MCO/CRO Overall Swap,CRO,1382.306147552291,,,EUR,197.68,234.082772,dynamic_coin_swap_credited,`,
      `${at},MCO/CRO Overall Swap,MCO,-50.00402069,,,EUR,-168.37,-199.3753355,dynamic_coin_swap_debited,`,
    ];
    const stake = [
      `${at},CRO Stake,CRO,1382.195,,,EUR,197.66,234.059089,lockup_swap_credited,`,
      `${at},MCO Unstake,MCO,-50.0,,,EUR,-168.36,-199.363494,lockup_swap_debited,`,
    ];
    const wallet = [
      `${at},MCO/CRO Wallet Swap,CRO,0.111147552291,,,EUR,0.02,0.023683,crypto_wallet_swap_credited,`,
      `${at},MCO/CRO Wallet Swap,MCO,-0.00402069,,,EUR,-0.01,-0.0118415,crypto_wallet_swap_debited,`,
    ];
    const { drafts, ignored, problems } = await readRows(...whole, ...stake, ...wallet);
    expect(drafts).toEqual([
      '4+5: 2021-05-01 10:00:00 swap +1382.195 CRO -50 MCO worth 168.36 EUR',
      '6+7: 2021-05-01 10:00:00 swap +0.111147552291 CRO -0.00402069 MCO worth 0.01 EUR',
    ]);
    expect([ignored, problems]).toEqual([2, []]);
    expect((await readRows(...whole)).drafts).toHaveLength(1);
    const odd = await readRows(...whole, ...stake);
    expect(odd.drafts).toHaveLength(1);
    expect(odd.problems).toEqual([2, 3].map((line) => `${line}: The parts of this swap have another sum`));
  });
});
