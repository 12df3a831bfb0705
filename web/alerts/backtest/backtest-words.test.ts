import { describe, expect, it } from 'vitest';
import type { Backtest } from '#contract/alerts/alerts.ts';
import { describeBacktest, describeSource } from './backtest-words.ts';

const now = Date.parse('2026-12-19T12:00:00Z');
const backtest: Backtest = {
  currency: 'usd',
  coinId: 'bitcoin',
  days: 7,
  source: 'coingecko',
  count: 4,
  firings: [{ at: '2026-12-18T17:44:00Z', price: '105000', change24h: null }],
  from: '2026-12-12T12:00:00Z',
  to: '2026-12-19T12:00:00Z',
  points: 168,
  now: null,
};
const say = (change: Partial<Backtest>) => describeBacktest({ ...backtest, ...change }, now, 'UTC');

describe('a backtest in words', () => {
  it('says how often it would have fired, and when it last did', () => {
    expect(say({})).toEqual({
      lead: 'In the last 7 days this alert would have fired',
      count: '4 times',
      recent: '18 Dec, 17:44',
    });
    expect([say({ count: 1 })?.count, say({ count: 2 })?.count]).toEqual(['once', 'twice']);
  });

  it('says that it would not have fired', () => {
    expect(say({ count: 0, firings: [] })).toEqual({
      lead: 'In the last 7 days this alert would not have fired.',
      count: null,
      recent: null,
    });
  });

  it('does not claim more days than there is history for', () => {
    expect(say({ days: 30 })?.lead).toContain('In the last 7 days');
    expect(say({ days: 365, from: '2025-12-19T12:00:00Z' })?.lead).toContain('In the last year');
    expect(say({ points: 1, from: backtest.to, days: 7 })?.lead).toContain('In the last day this');
  });

  it('says nothing without a history', () => {
    expect(say({ points: 0, from: null, to: null })).toBeNull();
  });

  it('names its data', () => {
    expect(describeSource(backtest, 'every')).toBe(
      'Hourly prices. Past crossings say nothing about the next one.',
    );
    expect(describeSource({ ...backtest, days: 365, source: 'simulated' }, 'every')).toContain(
      'Daily prices, simulated.',
    );
  });

  it('says that an alert that fires once counts as armed again', () => {
    expect(describeSource(backtest, 'once')).toContain('Hourly prices, armed again each time.');
    expect(describeSource({ ...backtest, count: 1 }, 'once')).toContain('Hourly prices. ');
  });
});
