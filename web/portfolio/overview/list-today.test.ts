import { expect, it } from 'vitest';
import { listToday } from './list-today.ts';

const holding = (coinId: string, change24h: string | null) => ({ coinId, name: coinId, change24h });

it('Today lists the coins from the largest fall to the largest rise', () => {
  const { rows, others } = listToday([
    holding('up', '5'),
    holding('down', '-6'),
    holding('down', '-4'),
    holding('gone', null),
    holding('still', '0'),
  ]);
  expect(rows.map(({ coinId, change, length }) => [coinId, change, length])).toEqual([
    ['down', '-10', 1],
    ['still', '0', 0],
    ['up', '5', 0.5],
  ]);
  expect(others).toBe(0);
});

it('Today only counts the smallest changes if there are too many', () => {
  const many = Array.from({ length: 11 }, (_, index) => holding(`c${index}`, String(index)));
  const { rows, others } = listToday(many);
  expect([rows.length, rows.at(-1)?.coinId, rows[0]?.coinId, others]).toEqual([8, 'c10', 'c3', 3]);
  expect(listToday([])).toEqual({ rows: [], others: 0 });
});
