import { describe, expect, it } from 'vitest';
import type { WatchlistItem } from '#contract/watchlist.ts';
import { applyChange, revertChange } from './watchlist-change.ts';

const item = (coinId: string): WatchlistItem => ({
  id: `id-${coinId}`,
  coinId,
  symbol: coinId.slice(0, 3),
  name: coinId,
  addedAt: '2026-01-10T12:00:00.000Z',
});
const items = ['bitcoin', 'ethereum', 'solana'].map(item);
const ids = (list: readonly WatchlistItem[]) => list.map(({ coinId }) => coinId);

describe('a change of the watchlist', () => {
  it('shows immediately, newest last, and never twice', () => {
    expect(ids(applyChange(items, { coin: item('tether'), isWatched: true }))).toEqual([
      'bitcoin',
      'ethereum',
      'solana',
      'tether',
    ]);
    const dated = ['2026-01-01', '2026-01-03'].map((day) => ({
      ...item(day),
      addedAt: `${day}T00:00:00.000Z`,
    }));
    const between = { ...item('ethereum'), addedAt: '2026-01-02T00:00:00.000Z' };
    expect(ids(applyChange(dated, { coin: between, isWatched: true }))).toEqual([
      '2026-01-01',
      'ethereum',
      '2026-01-03',
    ]);
    expect(ids(applyChange(items, { coin: item('solana'), isWatched: true }))).toEqual(ids(items));
    expect(ids(applyChange(items, { coin: item('bitcoin'), isWatched: false }))).toEqual([
      'ethereum',
      'solana',
    ]);
  });

  it('is rolled back without affecting later changes', () => {
    const remove = { coin: item('ethereum'), isWatched: false };
    const since = applyChange(applyChange(items, remove), { coin: item('tether'), isWatched: true });
    expect(revertChange(since, remove, items)).toEqual([
      ...items,
      expect.objectContaining({ coinId: 'tether' }),
    ]);
    const add = { coin: item('tether'), isWatched: true };
    const later = applyChange(since, { coin: item('solana'), isWatched: false });
    expect(ids(revertChange(later, add, items))).toEqual(['bitcoin']);
  });

  it('does nothing if the coin was watched before', () => {
    const add = { coin: item('solana'), isWatched: true };
    expect(revertChange(applyChange(items, add), add, items)).toEqual(items);
  });
});
