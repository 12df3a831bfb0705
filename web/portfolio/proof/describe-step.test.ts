import { describe, expect, it } from 'vitest';
import { describeLeaf } from './describe-leaf.ts';
import { describeStep, writeFigure } from './describe-step.ts';
import type { ProofLeaf, ProofStep } from './proof-document.ts';
import { toStepContext } from './step-context.ts';
import { groupSteps } from './step-groups.ts';

const none = { in: null, out: null, fee: null, value: null, wallet: 'main', isDateAssumed: false };
const buy: ProofLeaf = {
  ...none,
  id: 'leaf-buy',
  kind: 'transaction',
  transactionId: 'buy',
  type: 'buy',
  occurredAt: '2025-01-10T09:00:00.000Z',
  in: { coinId: 'bitcoin', amount: '0.5' },
  out: { currency: 'USD', amount: '10000' },
  fee: { currency: 'USD', amount: '10.123456789' },
};
const sell: ProofLeaf = {
  ...none,
  id: 'leaf-sell',
  kind: 'transaction',
  transactionId: 'sell',
  type: 'sell',
  occurredAt: '2025-09-01T09:00:00.000Z',
  out: { coinId: 'bitcoin', amount: '0.2' },
  in: { currency: 'USD', amount: '9000' },
};
const transfer: ProofLeaf = {
  ...none,
  id: 'leaf-transfer',
  kind: 'transaction',
  transactionId: 'transfer',
  type: 'transfer',
  occurredAt: '2025-10-01T09:00:00.000Z',
  out: { coinId: 'bitcoin', amount: '0.1' },
};
const quote: ProofLeaf = {
  id: 'leaf-quote',
  kind: 'quote',
  coinId: 'bitcoin',
  day: 'now',
  price: '102496.21702936945',
  at: '2025-12-19T10:44:55.123Z',
  source: 'coingecko',
};
const rate: ProofLeaf = {
  id: 'leaf-rate',
  kind: 'rate',
  currency: 'EUR',
  day: '2025-01-10',
  rate: '0.9651',
  at: '2025-01-10T15:00:00.000Z',
  source: 'ecb',
};
const symbolOf = (coinId: string) => (coinId === 'bitcoin' ? 'BTC' : coinId);
const context = toStepContext(
  { currency: 'USD', leaves: [buy, sell, transfer, quote, rate] },
  { symbolOf, walletOf: (id) => (id === 'w1' ? 'Ledger Nano' : id), portfolioOf: () => null },
);
const describeWith = (step: ProofStep) => describeStep(step, context);

describe('describeStep', () => {
  it('gives a transaction’s value with its fee and everything it is computed from', () => {
    const step = {
      op: 'value',
      transaction: 'leaf-buy',
      inputs: ['leaf-rate'],
      gross: '10000',
      fee: '10.123456789',
    } as const;
    expect(describeWith(step)).toEqual({
      title: 'Buy on 10 Jan 2025',
      details: ['Its value before the fee', 'Fee $10.123456789'],
      result: '$10,000.00',
      leaves: [buy, rate],
    });
  });

  it('tells an unknown value from one that doesn’t exist', () => {
    const step = { op: 'value', inputs: [], gross: null, fee: '0' } as const;
    expect(describeWith({ ...step, transaction: 'leaf-sell' }).result).toBe('not known');
    const moved = describeWith({ ...step, transaction: 'leaf-transfer' });
    expect(moved).toMatchObject({ details: ['Has no value of its own'], result: null });
  });

  it('says that a transaction counts if its value is not needed', () => {
    const step = { op: 'count', transaction: 'leaf-sell' } as const;
    expect(describeWith(step)).toMatchObject({ details: ['Counts towards the amount'], leaves: [sell] });
  });

  it('says which lots a disposal used, and what no lot covers', () => {
    const step = {
      op: 'match',
      coin: 'bitcoin',
      transaction: 'leaf-sell',
      isFee: false,
      proceeds: '9000',
      cost: '4000',
      gain: '5000',
      matches: [
        { transactionId: 'buy', acquiredAt: buy.occurredAt, amount: '0.1', cost: '2000', rule: 'lot' },
        { transactionId: 'x', acquiredAt: sell.occurredAt, amount: '0.01', cost: '9', rule: 'thirty_days' },
        { transactionId: null, acquiredAt: null, amount: '0.05', cost: '1000', rule: 'pool' },
        { transactionId: null, acquiredAt: null, amount: '0.04', cost: null, rule: 'none' },
      ],
    } as const;
    expect(describeWith(step)).toEqual({
      title: 'Gain: sale of BTC on 1 Sept 2025',
      details: [
        'Proceeds $9,000.00 less cost $4,000.00',
        '0.1 BTC from 10 Jan 2025, cost $2,000.00',
        '0.01 BTC from 1 Sept 2025 (30 days), cost $9.00',
        '0.05 BTC from the pool, cost $1,000.00',
        '0.04 BTC: no lot covers it',
      ],
      result: '$5,000.00',
      leaves: [sell],
    });
    expect(describeWith({ ...step, isFee: true }).title).toBe('Gain: fee of BTC on 1 Sept 2025');
  });

  it('names a lot by its day and its wallet, and a pool', () => {
    const step = { op: 'lot', coin: 'bitcoin', remaining: '0.3', cost: '6006' } as const;
    expect(describeWith({ ...step, transactionId: 'buy', wallet: 'w1' })).toEqual({
      title: 'Lot of BTC, 10 Jan 2025',
      details: ['Remaining: 0.3 BTC in Ledger Nano'],
      result: '$6,006.00',
      leaves: [buy],
    });
    expect(describeWith({ ...step, transactionId: null, wallet: null }).title).toBe('Pool of BTC');
  });

  it('gives a coin’s figures with all digits and their sources', () => {
    const step = { coin: 'bitcoin', inputs: [] } as const;
    const amount = describeWith({ ...step, op: 'amount', result: '0.123456789012345678' });
    expect(amount).toMatchObject({ title: 'Amount: BTC', result: '0.123456789012345678 BTC' });
    const price = describeWith({
      ...step,
      op: 'price',
      inputs: ['leaf-quote'],
      result: '102496.21702936945',
    });
    expect(price).toMatchObject({ result: '$102,496.21702936945', leaves: [quote] });
    expect(describeWith({ ...step, op: 'value', result: null }).result).toBe('not known');
    expect(describeWith({ ...step, op: 'unrealizedPercent', result: '-12.5' }).result).toBe('-12.5%');
  });

  it('ends with the total and the hash of the header', () => {
    expect(describeWith({ op: 'total', figure: 'costBasis', result: '6006' })).toMatchObject({
      title: 'Cost of the portfolio',
      result: '$6,006.00',
    });
    expect(describeWith({ op: 'conclude', head: 'ab' })).toMatchObject({ result: null, leaves: [] });
  });
});

describe('writeFigure', () => {
  it('formats money in its currency', () => {
    expect(writeFigure('value', '-1.5', 'EUR')).toBe('-€1.50');
  });
});

describe('describeLeaf', () => {
  it('says what was received and given, with instants and sources', () => {
    const texts = [buy, sell, transfer, quote, rate].map((leaf) => describeLeaf(leaf, context));
    expect(texts.map(({ text }) => text)).toEqual([
      'Buy 0.5 BTC for $10,000.00, fee $10.123456789',
      'Sell 0.2 BTC for $9,000.00',
      'Transfer 0.1 BTC',
      '1 BTC = $102,496.21702936945',
      '$1 = 0.9651 EUR on 2025-01-10',
    ]);
    expect(texts[3]).toMatchObject({ at: '2025-12-19 10:44:55 UTC', source: 'coingecko' });
  });
});

describe('groupSteps', () => {
  it('goes from the total down to the transactions and keeps the numbers', () => {
    const steps: ProofStep[] = [
      { op: 'count', transaction: 'leaf-buy' },
      { op: 'value', coin: 'bitcoin', inputs: [], result: '1' },
      { op: 'total', figure: 'value', result: '1' },
      { op: 'conclude', head: 'ab' },
    ];
    const groups = groupSteps(steps).map(({ title, steps: found }) => [
      title,
      found.map(({ number }) => number),
    ]);
    expect(groups).toEqual([
      ['The figure', [3]],
      ['Coin by coin', [2]],
      ['Transactions', [1]],
      ['How it was calculated', [4]],
    ]);
  });
});
