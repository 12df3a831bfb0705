import { describe, expect, it } from 'vitest';
import type { QuotesEvent } from '#contract/market.ts';
import { makeRow } from '../../../tests/support/market/market-rows.ts';
import type { CoinList } from '../queries.ts';
import { patchList } from './live-table.ts';
import { toLiveQuotes } from './quote-patch.ts';

const list = {
  source: 'coingecko' as const,
  asOf: '2026-01-10T12:00:00.000Z',
  rows: [makeRow({ quarantined: true }), makeRow({ id: 'ethereum', name: 'Ethereum' })],
};
const figures = {
  id: 'bitcoin',
  current_price: 103_000,
  market_cap: 2.03e12,
  market_cap_rank: 1,
  price_change_percentage_24h: -1.4,
};
// The table doesn't show the volume.
const quote = { ...figures, total_volume: 1.1e11 };
const event = { source: 'coingecko' as const, asOf: '2026-01-10T12:01:00.000Z', quotes: [quote] };

const patch = (shown: CoinList, quotes: QuotesEvent) => patchList(shown, toLiveQuotes(quotes));

describe('patchList', () => {
  it('updates the row with the new figures and their time', () => {
    const patched = patch(list, event);
    expect(patched.asOf).toBe(event.asOf);
    expect(patched.rows[0]).toMatchObject({ ...figures, name: 'Bitcoin', last_updated: event.asOf });
  });
  it('keeps the objects of other rows, so that they do not render again', () => {
    const patched = patch(list, event);
    expect(patched.rows[1]).toBe(list.rows[1]);
    expect(patched.rows[0]).not.toBe(list.rows[0]);
    expect(list.rows[0]?.current_price).toBe(102_496.22);
  });
  it('sets the mark when a price is held back, and removes it when one is accepted again', () => {
    expect(patch(list, event).rows[0]).not.toHaveProperty('quarantined');
    const held = patch(list, { ...event, quotes: [{ ...quote, quarantined: true }] });
    expect(held.rows[0]?.quarantined).toBe(true);
  });
  it('keeps the age of a row if the quote has nothing new', () => {
    const once = patch(list, event);
    const again = patch(once, { ...event, asOf: '2026-01-10T12:02:00.000Z' });
    expect(again.asOf).toBe('2026-01-10T12:02:00.000Z');
    expect(again.rows[0]).toBe(once.rows[0]);
  });
  it('keeps the age of a price that has not changed, as that of a dead coin whose rank does', () => {
    const old = makeRow({ last_updated: '2025-12-22T12:00:00.000Z' });
    const repeated = { ...quote, current_price: old.current_price };
    const moved = patch(
      { ...list, rows: [old] },
      { ...event, quotes: [{ ...repeated, market_cap_rank: 2 }] },
    );
    expect(moved.rows[0]).toMatchObject({ market_cap_rank: 2, last_updated: old.last_updated });
    const held = patch(
      { ...list, rows: [makeRow({ ...old, quarantined: true })] },
      { ...event, quotes: [repeated] },
    );
    expect(held.rows[0]).toMatchObject({ last_updated: event.asOf });
  });
  it('adds no row for a coin that is not in the table', () => {
    const patched = patch(list, { ...event, quotes: [{ ...quote, id: 'unknown' }] });
    expect(patched.rows).toEqual(list.rows);
  });
});
