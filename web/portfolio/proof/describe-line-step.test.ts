import { describe, expect, it } from 'vitest';
import { describeStep } from './describe-step.ts';
import type { ProofLeaf, ProofStep } from './proof-document.ts';
import { toStepContext } from './step-context.ts';
import { groupSteps } from './step-groups.ts';

const sell: ProofLeaf = {
  ...{ id: 'leaf-sell', kind: 'transaction', transactionId: 'sell', type: 'sell', fee: null, value: null },
  occurredAt: '2024-05-01T09:00:00.000Z',
  out: { coinId: 'bitcoin', amount: '1' },
  in: { currency: 'EUR', amount: '450' },
  ...{ wallet: 'main', isDateAssumed: false },
};
const gift: ProofLeaf = { ...sell, id: 'leaf-gift', transactionId: 'gift', type: 'gift_out', in: null };
const quote: ProofLeaf = {
  ...{ id: 'leaf-quote', kind: 'quote', coinId: 'bitcoin', day: '2024-05-01', price: '600' },
  ...{ at: '2024-05-02T00:00:00.000Z', source: 'coingecko' },
};
const context = toStepContext(
  { currency: 'EUR', leaves: [sell, gift, quote] },
  {
    symbolOf: (coinId) => (coinId === 'bitcoin' ? 'BTC' : coinId),
    walletOf: (id) => (id === 'other:main' ? 'Other: Main' : id),
    portfolioOf: () => null,
  },
);
const describeWith = (step: ProofStep) => describeStep(step, context);
const ofSale = { transaction: 'leaf-sell', coin: 'bitcoin', isFee: false } as const;

const steps: readonly ProofStep[] = [
  { op: 'rule', transaction: 'leaf-gift', rule: 'gift_out_market' },
  {
    ...{ op: 'denied', ...ofSale, loss: '40', denied: '20', sold: '1', acquired: '0.5', held: '2' },
    bought: [{ acquiredAt: '2024-05-20T00:00:00.000Z', amount: '0.5' }],
  },
  {
    ...{ op: 'allocate', coin: 'bitcoin', acquiredAt: '2023-01-01T00:00:00.000Z', wallet: 'other:main' },
    ...{ amount: '0.5', cost: '100' },
  },
  { op: 'cost', transaction: 'leaf-sell', paid: '100', result: '1000' },
  {
    ...{ op: 'portfolio', ...ofSale, inputs: ['leaf-quote'], result: '1200' },
    holdings: [
      { coin: 'bitcoin', amount: '2', price: '600', dollars: '1200' },
      { coin: 'dogecoin', amount: '5', price: null, dollars: null },
    ],
  },
  {
    ...{ op: 'share', ...ofSale, price: '450', fees: '0', cost: '1000', value: '1200' },
    ...{ share: '375', gain: '75', result: '625' },
  },
];

describe('a step that only lines of tax reports have', () => {
  it('says which rule treats a transaction differently', () => {
    expect(describeWith(steps[0]!)).toMatchObject({
      title: 'Rule: Gift given on 1 May 2024',
      details: ['Counts as a disposal at its market value at the time'],
    });
  });

  it('says why a part of a loss is denied', () => {
    const { title, details, result } = describeWith(steps[1]!);
    expect(title).toBe('Denied loss: sale of BTC on 1 May 2024');
    expect(details[0]).toBe(
      'Sold 1 BTC; bought from 30 days before to 30 days after: 0.5 BTC; held at the end of that time: 2 BTC',
    );
    expect(details.at(-1)).toBe('Bought on 20 May 2024: 0.5 BTC');
    expect(result).toBe('€20.00');
  });

  it('says where a lot was allocated', () => {
    expect(describeWith(steps[2]!)).toMatchObject({
      title: 'Lot of BTC, 1 Jan 2023',
      details: ['0.5 BTC to Other: Main on 1 January 2025'],
      result: '€100.00',
    });
  });

  it('works out the value of the whole portfolio and the share of its cost', () => {
    expect(describeWith(steps[3]!).result).toBe('€1,000.00');
    expect(describeWith(steps[4]!)).toMatchObject({
      details: [
        '2 BTC × $600.00 = $1,200.00',
        '5 dogecoin: no closing price that day',
        'Total in EUR at that day’s rate, but at least the proceeds of the sale',
      ],
      leaves: [quote],
    });
    expect(describeWith(steps[5]!).details).toEqual([
      'Share €375.00: cost before €1,000.00 × price €450.00 ÷ value €1,200.00',
      'Gain €75.00: price €450.00 less fees €0.00 and that share',
    ]);
    const ofGift = { ...steps[5]!, transaction: 'leaf-gift', gain: null } as ProofStep;
    expect(describeWith(ofGift).details).toHaveLength(1);
  });

  it('is grouped with others of its kind, and in the whole portfolio the sale itself comes first', () => {
    const [portfolio] = groupSteps(steps);
    expect(portfolio?.steps.map(({ number }) => number)).toEqual([6, 5, 4]);
    expect(groupSteps(steps).map(({ title, steps: found }) => [title, found.length])).toEqual([
      ['The whole portfolio', 3],
      ['Disposals', 1],
      ['Lots allocated to wallets', 1],
      ['Transactions', 1],
    ]);
  });
});
