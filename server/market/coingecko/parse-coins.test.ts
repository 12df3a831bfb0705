import { describe, expect, it } from 'vitest';
import { coinSchema } from '#contract/market.ts';
import { parseCoins } from './parse-coins.ts';
import { parseCandles, parseHistory } from './parse-history.ts';

const bitcoin = { id: 'bitcoin', symbol: 'btc', name: 'Bitcoin', current_price: 1, market_cap: 2 };

describe('parseCoins', () => {
  it('skips and counts unreadable rows, and repeated ids', () => {
    const { rows, rejected } = parseCoins([
      bitcoin,
      null,
      'x',
      [],
      {},
      { ...bitcoin, id: '../../etc' },
      { ...bitcoin, current_price: 9 },
    ]);
    expect(rows.map(({ id, current_price }) => [id, current_price])).toEqual([['bitcoin', 1]]);
    expect(rejected).toBe(6);
  });

  it('takes the first of ids that differ only in case, because both answer to the same address', () => {
    const { rows, rejected } = parseCoins([bitcoin, { ...bitcoin, id: 'BitCoin', current_price: 9 }]);
    expect(rows.map(({ id, current_price }) => [id, current_price])).toEqual([['bitcoin', 1]]);
    expect(rejected).toBe(1);
  });

  it('rejects a logo address that contains a password', () => {
    const { rows } = parseCoins([{ id: 'odd', image: 'https://name:secret@example.com/logo.png' }]);
    expect(rows[0]?.image).toBe('');
  });

  it('keeps a row with absurd figures, each of them null', () => {
    const { rows, rejected } = parseCoins([
      {
        id: 'odd',
        name: '',
        symbol: '',
        image: 'javascript:alert(1)',
        current_price: '12',
        market_cap: 0,
        total_volume: -1,
        ath_date: 'yesterday',
        last_updated: 5,
        sparkline_in_7d: { price: 'none' },
      },
    ]);
    expect(rejected).toBe(0);
    expect(coinSchema.parse(rows[0])).toEqual(rows[0]);
    expect(rows[0]).toMatchObject({
      name: 'odd',
      symbol: '',
      image: '',
      current_price: null,
      market_cap: null,
      total_volume: null,
      ath_date: null,
      last_updated: null,
    });
    expect(rows[0]).not.toHaveProperty('sparkline_in_7d');
  });

  it('reads exponents', () => {
    const body = JSON.parse('[{"id":"a","current_price":5.6e-11,"market_cap":1.0E+15}]');
    expect(parseCoins(body).rows[0]).toMatchObject({ current_price: 5.6e-11, market_cap: 1e15 });
  });

  it('cuts a page of 251 to 250', () => {
    const body = Array.from({ length: 251 }, (_, index) => ({ ...bitcoin, id: `coin-${index}` }));
    expect(parseCoins(body).rows).toHaveLength(250);
  });

  it.each([[{}], ['<html>'], [null], [7]])('refuses %s as a whole', (body) => {
    expect(() => parseCoins(body)).toThrow('not a list');
  });
});

describe('parseHistory', () => {
  const day = 1_700_000_000_000;

  it('sorts, and drops duplicates, nulls and zeros', () => {
    const history = parseHistory({
      prices: [
        [day + 2, 2],
        [day, 1],
        [day + 2, 9],
        [day + 3, null],
        null,
        [day + 4],
        [day + 5, 0],
        ['x', 1],
      ],
      market_caps: [
        [day, 0],
        [day + 1, 5],
      ],
      total_volumes: [[day, 0]],
    });
    expect(history).toEqual({
      prices: [
        [day, 1],
        [day + 2, 2],
      ],
      market_caps: [[day + 1, 5]],
      total_volumes: [[day, 0]],
    });
  });

  it.each([[{}], [{ prices: null }], ['<html>'], [null]])('refuses %s', (body) => {
    expect(() => parseHistory(body)).toThrow('price history');
  });
});

describe('parseCandles', () => {
  it('drops candles that contradict themselves', () => {
    const time = 1_700_000_000_000;
    const good = [time + 9, 2, 3, 1, 2];
    expect(parseCandles([good, [time, 2, 1, 3, 2], [time, 2, 3, 1, null], [time], null])).toEqual([good]);
  });
});
