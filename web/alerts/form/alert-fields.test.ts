import { describe, expect, it } from 'vitest';
import type { Alert } from '#contract/alerts/alerts.ts';
import {
  checkAlert,
  fieldsOf,
  withCoin,
  withCondition,
  withPrice,
  withStep,
  withThreshold,
} from './alert-fields.ts';

const coin = { id: 'bitcoin', name: 'Bitcoin', symbol: 'btc', market_cap_rank: 1 };
const blank = fieldsOf({ coin, price: null });

describe('the form of a new alert', () => {
  it('starts five percent above the price', () => {
    expect(fieldsOf({ coin, price: 102_496.22 })).toMatchObject({
      coin,
      condition: 'price_above',
      threshold: '107621.03',
      step: 5,
      repeat: 'once',
    });
    expect(blank.threshold).toBe('');
  });

  it('has the condition that fits the threshold and the price, until the user chooses one', () => {
    expect(withThreshold(blank, '99', 100).condition).toBe('price_below');
    expect(withThreshold(withThreshold(blank, '99', 100), '101', 100).condition).toBe('price_above');
    expect(withThreshold(blank, '1e9', 100).condition).toBe('price_above');
    const chosen = withCondition(blank, 'price_above', null);
    expect(withThreshold(chosen, '99', 100).condition).toBe('price_above');
    expect(withThreshold(blank, '99', null).condition).toBe('price_above');
  });

  it('does not take dollars for a percentage', () => {
    const typed = withThreshold(blank, '99', 100);
    expect(withCondition(typed, 'price_above', 100).threshold).toBe('99');
    const change = withCondition(typed, 'change_24h_below', 100);
    expect(change).toMatchObject({ threshold: '-5', step: -5 });
    expect(withCondition(change, 'price_above', 100)).toMatchObject({ threshold: '105.00', step: 5 });
    expect(withCondition(change, 'price_above', null)).toMatchObject({ threshold: '', step: 5 });
  });

  it('moves in steps, with the condition that fits their direction', () => {
    const first = fieldsOf({ coin, price: 100 });
    expect(withStep(first, -10, 110)).toMatchObject({
      condition: 'price_below',
      threshold: '99.00',
      step: -10,
    });
    expect(withCondition(first, 'price_below', 100)).toMatchObject({ threshold: '95.00', step: -5 });
    expect(withThreshold(first, '105.01', 100)).toMatchObject({ threshold: '105.01', step: null });
    const change = withCondition(first, 'change_24h_above', 100);
    expect(withStep(change, -10, null)).toMatchObject({ condition: 'change_24h_below', threshold: '-10' });
  });

  it('counts a step from the price of its own coin, and keeps a typed threshold', () => {
    const ethereum = { ...coin, id: 'ethereum' };
    const other = withCoin(fieldsOf({ coin, price: 100 }), ethereum);
    expect(other).toMatchObject({ coin: ethereum, threshold: '' });
    expect(withPrice(other, 2000)).toMatchObject({ threshold: '2100.00', step: 5 });
    const typed = withThreshold(blank, '99', null);
    expect(withPrice(withCoin(typed, ethereum), 100)).toMatchObject({
      threshold: '99',
      condition: 'price_below',
    });
    const change = withCondition(blank, 'change_24h_above', null);
    expect(withPrice(withCoin(change, ethereum), 100).threshold).toBe('5');
  });
});

describe('the form of an existing alert', () => {
  it('starts with the alert’s values', () => {
    const alert = {
      coinId: 'solana',
      symbol: 'sol',
      name: 'Solana',
      condition: 'change_24h_below',
      threshold: '-5',
      note: null,
      repeat: 'every',
      cooldownMinutes: 90,
    } as Alert;
    expect(fieldsOf({ alert })).toMatchObject({
      coin: { id: 'solana' },
      condition: 'change_24h_below',
      isChosen: true,
      threshold: '-5',
      note: '',
      repeat: 'every',
      cooldownMinutes: 90,
    });
  });
});

describe('invalid alerts', () => {
  const errorsOf = (change: object) => checkAlert({ ...blank, threshold: '1', ...change });

  it.each([
    [{}, {}],
    [{ coin: null }, { coin: 'Please select a cryptocurrency' }],
    [{ threshold: ' ' }, { threshold: 'Threshold is required' }],
    [{ threshold: '-1' }, { threshold: 'Must be a positive number' }],
    [{ threshold: '1,5' }, { threshold: 'Must be a positive number' }],
    [{ condition: 'change_24h_below', threshold: '-1' }, {}],
    [
      { condition: 'change_24h_below', threshold: '-100' },
      { threshold: 'Must be a percentage above -100 and below 1000000' },
    ],
    [{ note: 'x'.repeat(200) }, {}],
    [{ note: 'x'.repeat(201) }, { note: 'Must be at most 200 characters' }],
  ])('%o', (change, errors) => expect(errorsOf(change)).toEqual(errors));
});
