import { describe, expect, it } from 'vitest';
import type { History, PricePoint } from '#contract/market.ts';
import { parseDay, startOfDay } from '#server/platform/utc-day.ts';
import type { ArchivedClose } from '../closes/close-block.ts';
import type { CloseSource } from '../closes/close-source.ts';
import { createFullHistory, joinArchive } from './full-history.ts';

const midnightAfter = (day: string) => startOfDay(parseDay(day) + 1);
const close = (day: string, source: CloseSource, price: string, at = midnightAfter(day)): ArchivedClose => ({
  day: parseDay(day),
  source,
  price,
  at,
});
const historyOf = (...prices: PricePoint[]): History => ({
  prices,
  market_caps: [[1, 2]],
  total_volumes: [],
});

const provided = historyOf(
  [midnightAfter('2026-01-03'), 3],
  [midnightAfter('2026-01-05') + 4, 5],
  [midnightAfter('2026-01-05') + 3_600_000, 6],
);

describe('all known prices of a coin', () => {
  it('come from the provider, and from the archive for days it lacks', () => {
    const archived = [
      close('2025-12-31', 'kraken', '0.1'),
      close('2026-01-01', 'import', '0.2'),
      close('2026-01-03', 'own', '9', midnightAfter('2026-01-03') - 30_000),
      close('2026-01-04', 'own', '4.5', midnightAfter('2026-01-04') - 30_000),
      close('2026-01-05', 'kraken', '9'),
      close('2026-01-06', 'own', '9', midnightAfter('2026-01-05') + 3_000_000),
    ];
    const joined = joinArchive(provided, archived, 'coingecko');
    expect(joined.prices.map(([, price]) => price)).toEqual([0.1, 0.2, 3, 4.5, 5, 6]);
    expect(joined.coverage).toEqual({
      from: '2026-01-01T00:00:00.000Z',
      sources: ['coingecko', 'kraken', 'import', 'own'],
    });
    expect(joined.market_caps).toEqual(provided.market_caps);
  });

  it('are in strictly ascending order', () => {
    const early = close('2026-01-02', 'own', '2', midnightAfter('2026-01-01') + 1);
    const late = close('2026-01-01', 'coingecko', '1', midnightAfter('2026-01-01') + 4);
    const { prices } = joinArchive(historyOf(), [late, early], 'coingecko');
    expect(prices.map(([, price]) => price)).toEqual([2, 1]);
    const same = { ...early, at: late.at };
    expect(joinArchive(historyOf(), [late, same], 'coingecko').prices).toHaveLength(1);
  });

  it('are the same object if the archive has nothing more', () => {
    expect(joinArchive(provided, [close('2026-01-03', 'own', '9')], 'coingecko')).toBe(provided);
  });

  it('are joined once per answer of the provider', async () => {
    let reads = 0;
    const readArchive = async () => {
      reads += 1;
      return [close('2025-12-31', 'kraken', '0.1')];
    };
    const full = createFullHistory({ readArchive, logger: { warn: () => undefined } });
    expect(await full.join('bitcoin', provided)).toBe(await full.join('bitcoin', provided));
    expect(reads).toBe(1);
  });

  it('come only from the archive if the provider has none, marked stale', async () => {
    const closes = [close('2026-01-01', 'coingecko', '1'), close('2026-01-02', 'own', '2')];
    const readArchive = async (coinId: string) => (coinId === 'bitcoin' ? closes : []);
    const full = createFullHistory({ readArchive, logger: { warn: () => undefined } });
    expect(await full.readArchiveOnly('rare')).toBeNull();
    expect(await full.readArchiveOnly('bitcoin')).toMatchObject({
      fetchedAt: midnightAfter('2026-01-02'),
      isStale: true,
      value: { coverage: { from: '2026-01-02T00:00:00.000Z', sources: ['coingecko', 'own'] } },
    });
  });

  it("come only from the provider if the archive can't be read", async () => {
    const warnings: string[] = [];
    const full = createFullHistory({
      readArchive: () => Promise.reject(new Error('down')),
      logger: { warn: (_details, message) => void warnings.push(message) },
    });
    expect(await full.join('bitcoin', provided)).toBe(provided);
    expect(warnings).toHaveLength(1);
  });
});
