import { describe, expect, it } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import { checkAlert, fieldsOf, withCondition, withThreshold } from './alert-fields.ts';

const coin = { id: 'bitcoin', name: 'Bitcoin', symbol: 'btc', market_cap_rank: 1 };
const blank = fieldsOf({ coin, price: null });

describe('the form of a new alert', () => {
  it('begins with the price now', () => {
    expect(fieldsOf({ coin, price: 102_496.22 })).toMatchObject({
      coin,
      threshold: '102496.22',
      repeat: 'once',
    });
    expect(blank.threshold).toBe('');
  });

  it('waits for a price from the side it is on, until somebody says otherwise', () => {
    expect(withThreshold(blank, '99', 100).condition).toBe('price_below');
    expect(withThreshold(withThreshold(blank, '99', 100), '101', 100).condition).toBe('price_above');
    expect(withThreshold(blank, '1e9', 100).condition).toBe('price_above');
    const chosen = withCondition(blank, 'price_above');
    expect(withThreshold(chosen, '99', 100).condition).toBe('price_above');
    expect(withThreshold(blank, '99', null).condition).toBe('price_above');
  });

  it('takes no dollars for a percentage', () => {
    const typed = withThreshold(blank, '99', 100);
    expect(withCondition(typed, 'price_above').threshold).toBe('99');
    expect(withCondition(typed, 'change_24h_below').threshold).toBe('');
  });
});

describe('the form of an alert that is there', () => {
  it('begins with what it is', () => {
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

describe('what is wrong with an alert', () => {
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
