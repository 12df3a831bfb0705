import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coin } from '#contract/market.ts';
import { fakeCoin } from '../../../tests/support/market/fake-market.ts';
import { type CheckedRefresh, type CheckState, checkRefresh, startCheck } from './check-refresh.ts';

const minute = 60_000;
const start = Date.UTC(2026, 0, 1);

/** A market of ten coins refreshed every minute; each test changes single refreshes. */
function openMarket(stored: readonly Coin[] = []) {
  let now = start;
  let state: CheckState = startCheck(stored, now);
  const ids = ['bitcoin', ...Array.from({ length: 9 }, (_, index) => `coin-${index}`)];
  const prices = new Map(ids.map((id, index) => [id, 10 ** (4 - index)]));
  const rows = (): Coin[] =>
    [...prices].map(([id, price]) =>
      fakeCoin(id, { current_price: price, last_updated: new Date(now).toISOString() }),
    );
  const market = {
    prices,
    rows,
    /** Refreshes with the unchanged rows, or as `change` alters them. */
    refresh(change: (rows: Coin[]) => Coin[] = (same) => same, waitMs = minute): CheckedRefresh {
      now += waitMs;
      const checked = checkRefresh(state, change(rows()), now);
      state = checked.state;
      return checked;
    },
    /** The displayed row of a coin after a refresh with the given price. */
    see(id: string, price: number | null, more: Partial<Coin> = {}): Coin | undefined {
      const checked = market.refresh((all) =>
        all.map((row) => (row.id === id ? { ...row, current_price: price, ...more } : row)),
      );
      return checked.coins.find((row) => row.id === id);
    },
  };
  if (stored.length === 0) market.refresh();
  return market;
}

const held = (price: number) => expect.objectContaining({ current_price: price, quarantined: true });

describe('an impossible price', () => {
  it.each([
    ['zero', 0],
    ['negative', -1],
    ['missing', null],
    ['not a number', Number.NaN],
    ['infinite', Number.POSITIVE_INFINITY],
    ['above 1e12', 1.1e12],
  ])('%s is never accepted, however often it is repeated', (_, price) => {
    const market = openMarket();
    for (let refresh = 0; refresh < 20; refresh += 1) {
      expect(market.see('bitcoin', price)).toEqual(held(10_000));
    }
    const back = market.see('bitcoin', 10_500);
    expect(back?.current_price).toBe(10_500);
    expect(back).not.toHaveProperty('quarantined');
  });

  it('hides and counts a coin without an accepted price', () => {
    const market = openMarket();
    const checked = market.refresh((rows) => [...rows, fakeCoin('new', { current_price: 0 })]);
    expect(checked.coins).toHaveLength(10);
    expect(checked.leftOut).toBe(1);
  });

  it('keeps the whole last good row, not only its price', () => {
    const market = openMarket();
    const shown = market.see('bitcoin', 0, { market_cap: 7, price_change_percentage_24h: -100 });
    expect(shown).toMatchObject({ market_cap: 1_000_000, price_change_percentage_24h: 1.01 });
  });
});

describe('a price that moved more than tenfold', () => {
  it.each([
    ['times a million', 1e6],
    ['a hundredfold', 100],
    ['two decimals off', 0.01],
    ['just above tenfold', 10.001],
    ['just below a tenth', 0.0999],
  ])('%s is held back, and forgotten if it was a fault', (_, factor) => {
    const market = openMarket();
    expect(market.see('bitcoin', 10_000 * factor)).toEqual(held(10_000));
    expect(market.see('bitcoin', 10_000 * factor)).toEqual(held(10_000));
    expect(market.see('bitcoin', 10_000)).not.toHaveProperty('quarantined');
    expect(market.see('bitcoin', 10_000 * factor)).toEqual(held(10_000));
  });

  it.each([10, 0.1])('times exactly %d is accepted immediately: the rule is more than tenfold', (factor) => {
    const market = openMarket();
    expect(market.see('coin-6', 0.001 * factor)?.current_price).toBeCloseTo(0.001 * factor);
  });

  it('is accepted with the third refresh that agrees', () => {
    const market = openMarket();
    expect(market.see('bitcoin', 90)).toEqual(held(10_000));
    expect(market.see('bitcoin', 80)).toEqual(held(10_000));
    const third = market.see('bitcoin', 70);
    expect(third?.current_price).toBe(70);
    expect(third).not.toHaveProperty('quarantined');
  });

  it('is not confirmed by another absurd price, nor by an impossible one', () => {
    const market = openMarket();
    expect(market.see('bitcoin', 10)).toEqual(held(10_000));
    expect(market.see('bitcoin', 10_000_000)).toEqual(held(10_000));
    expect(market.see('bitcoin', 10)).toEqual(held(10_000));
    expect(market.see('bitcoin', 0)).toEqual(held(10_000));
    expect(market.see('bitcoin', 11)).toEqual(held(10_000));
    expect(market.see('bitcoin', 12)?.current_price).toBe(12);
  });

  it.each([
    ['no instants at all', null],
    ['new instants', new Date(start + 90_000).toISOString()],
    ['the same instant forever', new Date(start + minute).toISOString()],
  ])('counts each refresh of a provider that gives %s', (_, lastUpdated) => {
    const market = openMarket();
    const once = () => market.see('coin-3', 0.02, { last_updated: lastUpdated })?.quarantined ?? false;
    expect([once(), once(), once()]).toEqual([true, true, false]);
  });
});

describe('a list whose coins come and go', () => {
  it('accepts a new coin immediately', () => {
    const checked = openMarket().refresh((rows) => [...rows, fakeCoin('new', { current_price: 5e-11 })]);
    expect(checked.coins.at(-1)).toMatchObject({ id: 'new', current_price: 5e-11 });
    expect(checked.quarantined).toBe(0);
  });

  const without =
    (...ids: string[]) =>
    (rows: Coin[]) =>
      rows.filter(({ id }) => !ids.includes(id));

  it('keeps a missing coin in its place for ten refreshes, marked and with its own date', () => {
    const market = openMarket();
    const before = market.refresh();
    const ids = before.coins.map(({ id }) => id);
    const last = before.coins.find(({ id }) => id === 'coin-2')!;
    for (let refresh = 1; refresh <= 10; refresh += 1) {
      const { coins } = market.refresh(without('coin-2'));
      expect(coins.map(({ id }) => id)).toEqual(ids);
      expect(coins.find(({ id }) => id === 'coin-2')).toEqual({ ...last, missing: true });
      expect(coins.filter(({ missing }) => missing)).toHaveLength(1);
    }
    expect(market.refresh(without('coin-2')).coins.map(({ id }) => id)).toEqual(
      ids.filter((id) => id !== 'coin-2'),
    );
  });

  it('removes the mark when a refresh includes the coin again, and restarts the count', () => {
    const market = openMarket();
    for (let refresh = 0; refresh < 10; refresh += 1) market.refresh(without('coin-2'));
    expect(market.see('coin-2', 10)).not.toHaveProperty('missing');
    for (let refresh = 0; refresh < 10; refresh += 1) market.refresh(without('coin-2'));
    expect(market.refresh(without('coin-2')).coins).toHaveLength(9);
  });

  it('keeps all coins while more than a tenth of the list is missing, and drops them afterwards', () => {
    const market = openMarket();
    for (let refresh = 0; refresh < 30; refresh += 1) {
      const { coins, isHeld } = market.refresh(without('coin-2', 'coin-3'));
      expect([coins.length, isHeld]).toEqual([10, false]);
    }
    expect(market.refresh(without('coin-2')).coins).toHaveLength(9);
  });

  it('drops coins that were replaced by others, however many, such as while the server was down', () => {
    const list = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => fakeCoin(`${name}-${index}`));
    const stays = list('stays', 180);
    let state = startCheck([...stays, ...list('leaves', 70)], start);
    const sizes: number[] = [];
    for (let refresh = 1; refresh <= 11; refresh += 1) {
      const checked = checkRefresh(state, [...stays, ...list('comes', 70)], start + refresh * minute);
      state = checked.state;
      sizes.push(checked.coins.length);
    }
    expect(sizes.slice(9)).toEqual([320, 250]);
    // A short list is the provider's fault.
    for (let refresh = 12; refresh <= 30; refresh += 1) {
      const checked = checkRefresh(state, [...stays, ...list('comes', 44)], start + refresh * minute);
      state = checked.state;
      expect(checked.coins).toHaveLength(250);
    }
  });

  it('keeps a bounded number of coins, and of quotes, of a provider that names others each time', () => {
    const same = Array.from({ length: 150 }, (_, index) => fakeCoin(`same-${index}`));
    let state = startCheck([], start);
    for (let refresh = 1; refresh <= 60; refresh += 1) {
      const others = Array.from({ length: 70 }, (_, index) => fakeCoin(`other-${refresh}-${index}`));
      const checked = checkRefresh(state, [...same, ...others], start + refresh * minute);
      state = checked.state;
      expect(checked.coins.length).toBeLessThanOrEqual(500);
      expect(checked.coins.slice(0, 150).some(({ missing }) => missing)).toBe(false);
    }
    expect(state.quotes.size).toBe(2_470);
    expect([...state.listed].filter(([, missed]) => missed > 0)).toHaveLength(250);
  });

  it('still checks a coin that returns to the list', () => {
    const market = openMarket();
    for (let refresh = 0; refresh < 12; refresh += 1) market.refresh(without('coin-2'));
    expect(market.see('coin-2', 10_000)).toEqual(held(10));
  });

  it('forgets a coin that was missing for more than a week', () => {
    const market = openMarket();
    for (let refresh = 0; refresh < 11; refresh += 1) market.refresh(without('coin-2'));
    market.refresh(without('coin-2'), 8 * 24 * 60 * minute);
    expect(market.see('coin-2', 100_000)?.current_price).toBe(100_000);
  });

  it('notices two coins whose rows were swapped if their prices are far apart', () => {
    const swap = (rows: Coin[]) => {
      const [first, second, ...rest] = rows;
      return [{ ...first!, id: second!.id }, { ...second!, id: first!.id }, ...rest];
    };
    const shown = openMarket().refresh((rows) => swap([rows[0]!, ...rows.slice(5)])).coins;
    // Five of the ten coins remain, two of them swapped.
    expect(shown?.filter(({ quarantined }) => quarantined)).toHaveLength(2);
    expect(shown?.find(({ id }) => id === 'bitcoin')?.current_price).toBe(10_000);
  });
});

describe('an implausible refresh', () => {
  const scale = (factor: number) => (rows: Coin[]) =>
    rows.map((row) => ({ ...row, current_price: (row.current_price ?? 0) * factor }));

  it('is held back if more than half of the coins fell over 90%, and accepted when two more agree', () => {
    const market = openMarket();
    expect(market.refresh(scale(0.05)).isHeld).toBe(true);
    expect(market.refresh(scale(0.06)).isHeld).toBe(true);
    const third = market.refresh(scale(0.055));
    expect(third.coins[0]?.current_price).toBeCloseTo(550);
    expect(third.quarantined).toBe(0);
  });

  it('shows the last accepted rows while held back, each marked', () => {
    const market = openMarket();
    const before = market.refresh().coins;
    const { coins, quarantined } = market.refresh(scale(2));
    expect(coins).toEqual(before.map((row) => ({ ...row, quarantined: true })));
    expect(quarantined).toBe(10);
    expect(market.refresh().coins.some((row) => row.quarantined)).toBe(false);
  });

  it('is held back even if each coin by itself would pass', () => {
    const market = openMarket();
    expect(market.refresh(scale(2)).isHeld).toBe(true);
    expect(market.refresh().coins[0]?.current_price).toBe(10_000);
  });

  it('is not held back if only half of the coins fell', () => {
    const market = openMarket();
    const half = market.refresh((rows) => [...scale(2)(rows.slice(0, 5)), ...rows.slice(5)]);
    expect(half.coins[0]?.current_price).toBe(20_000);
  });

  it('is never accepted if most prices are zero; the first good answer ends it', () => {
    const market = openMarket();
    for (let refresh = 0; refresh < 6; refresh += 1) expect(market.refresh(scale(0)).isHeld).toBe(true);
    expect(market.refresh().quarantined).toBe(0);
  });

  it('is not confirmed by one with other prices', () => {
    const market = openMarket();
    for (const factor of [1e6, 1e-4, 1e3, 1e-6]) expect(market.refresh(scale(factor)).isHeld).toBe(true);
  });

  it('is held back if most coins are gone, and accepted when two more agree', () => {
    const market = openMarket();
    const few = (rows: Coin[]) => rows.slice(0, 3);
    const held = [few, few, few, few].map((cut) => market.refresh(cut).isHeld);
    expect(held).toEqual([true, true, false, false]);
  });
});

describe('real crashes', () => {
  it('a fall of 99% over a week shows at every step', () => {
    const market = openMarket();
    for (let step = 1; step <= 100; step += 1) {
      const price = 80 * 0.01 ** (step / 100);
      const shown = market.see('coin-1', price * 10);
      expect(shown?.current_price).toBe(price * 10);
      expect(shown).not.toHaveProperty('quarantined');
    }
  });

  it('a stablecoin that loses its peg, from 1 to 0.1, shows immediately', () => {
    expect(openMarket().see('coin-3', 0.1)?.current_price).toBe(0.1);
  });

  it('a fall of 99% within one refresh shows with the third', () => {
    const market = openMarket();
    const seen = [0.01, 0.0098, 0.0102].map((price) => market.see('coin-3', price)?.current_price);
    expect(seen).toEqual([1, 1, 0.0102]);
  });

  it('a death spiral keeps showing prices at most two refreshes old', () => {
    const market = openMarket();
    const path = [100, 40, 12, 0.9, 0.4, 0.2, 0.015, 0.006, 0.004, 0.0001, 0.0001, 0.0001];
    const seen = path.map((price) => market.see('coin-2', price)?.current_price);
    expect(seen).toEqual([100, 40, 12, 12, 12, 0.2, 0.2, 0.2, 0.004, 0.004, 0.004, 0.0001]);
  });
});

describe('after a restart', () => {
  it('checks against the stored snapshot, without its marks', () => {
    const market = openMarket([
      fakeCoin('bitcoin', { current_price: 10_000, quarantined: true }),
      fakeCoin('coin-0', { current_price: 1_000 }),
    ]);
    expect(market.see('bitcoin', 10_000_000)).toEqual(held(10_000));
    expect(market.see('bitcoin', 10_001)).not.toHaveProperty('quarantined');
  });
});

describe('for any provider data', () => {
  const anyPrice = fc.oneof(
    fc.double(),
    fc.double({ min: 1e-11, max: 1e6, noNaN: true }),
    fc.constantFrom(null, 0, 1, 1e13),
  );
  const refreshes = fc.array(fc.array(anyPrice, { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 30,
  });

  it('only possible prices are shown, and an unmarked one was just sent', () => {
    fc.assert(
      fc.property(refreshes, (list) => {
        let state = startCheck([], start);
        list.forEach((prices, index) => {
          const rows = prices.map((price, coin) =>
            fakeCoin(`coin-${coin}`, {
              current_price: price,
              last_updated: new Date(start + index).toISOString(),
            }),
          );
          const checked = checkRefresh(state, rows, start + index * minute);
          state = checked.state;
          for (const row of checked.coins.filter(({ missing }) => !missing)) {
            expect(row.current_price).toBeGreaterThan(0);
            expect(row.current_price).toBeLessThanOrEqual(1e12);
            const sent = rows.find(({ id }) => id === row.id)?.current_price;
            if (!row.quarantined) expect(row.current_price).toBe(sent);
          }
        });
      }),
    );
  });

  it('displayed prices never move more than tenfold without two marked refreshes before', () => {
    const prices = fc.array(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(prices, (path) => {
        const market = openMarket();
        let shown = 1;
        let marked = 0;
        for (const price of path) {
          const row = market.see('coin-3', price);
          const next = row?.current_price ?? Number.NaN;
          if (Math.max(next / shown, shown / next) > 10.000_001) expect(marked).toBeGreaterThanOrEqual(2);
          marked = row?.quarantined ? marked + 1 : 0;
          shown = next;
        }
      }),
    );
  });

  it('a stable price is always shown within three refreshes', () => {
    const anything = fc.array(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), { maxLength: 10 });
    fc.assert(
      fc.property(anything, fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (before, price) => {
        const market = openMarket();
        for (const earlier of before) market.see('coin-3', earlier);
        market.see('coin-3', price);
        market.see('coin-3', price);
        expect(market.see('coin-3', price)?.current_price).toBe(price);
      }),
    );
  });
});
