import { describe, expect, it } from 'vitest';
import { makeRow } from '../../../tests/support/market/market-rows.ts';
import { patchQuotes } from './live-quotes.ts';

const list = {
  source: 'coingecko' as const,
  asOf: '2026-01-10T12:00:00.000Z',
  rows: [makeRow({ quarantined: true }), makeRow({ id: 'ethereum', name: 'Ethereum' })],
};
const quote = {
  id: 'bitcoin',
  current_price: 103_000,
  market_cap: 2.03e12,
  market_cap_rank: 1,
  total_volume: 1.1e11,
  price_change_percentage_24h: -1.4,
};
const event = { source: 'coingecko' as const, asOf: '2026-01-10T12:01:00.000Z', quotes: [quote] };

describe('patchQuotes', () => {
  it('puts the new figures and their time into the row', () => {
    const patched = patchQuotes(list, event);
    expect(patched.asOf).toBe(event.asOf);
    expect(patched.rows[0]).toMatchObject({ ...quote, name: 'Bitcoin', last_updated: event.asOf });
  });
  it('leaves the other rows the objects they were, so that they are not drawn again', () => {
    const patched = patchQuotes(list, event);
    expect(patched.rows[1]).toBe(list.rows[1]);
    expect(patched.rows[0]).not.toBe(list.rows[0]);
    expect(list.rows[0]?.current_price).toBe(102_496.22);
  });
  it('takes the mark away when a price is believed again, and sets it when one is held', () => {
    expect(patchQuotes(list, event).rows[0]).not.toHaveProperty('quarantined');
    const held = patchQuotes(list, { ...event, quotes: [{ ...quote, quarantined: true }] });
    expect(held.rows[0]?.quarantined).toBe(true);
  });
  it('leaves a row whose quote it knows already as old as it is', () => {
    const once = patchQuotes(list, event);
    const again = patchQuotes(once, { ...event, asOf: '2026-01-10T12:02:00.000Z' });
    expect(again.asOf).toBe('2026-01-10T12:02:00.000Z');
    expect(again.rows[0]).toBe(once.rows[0]);
  });
  it('adds no row for a coin the table does not have', () => {
    const patched = patchQuotes(list, { ...event, quotes: [{ ...quote, id: 'unknown' }] });
    expect(patched.rows).toEqual(list.rows);
  });
});
