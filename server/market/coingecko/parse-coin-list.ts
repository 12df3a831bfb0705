import { z } from 'zod';
import { coinIdSchema } from '#contract/market.ts';
import type { ListedCoin, Parsed } from '../provider.ts';
import { textField } from './fields.ts';
import { parseRows } from './parse-rows.ts';

const row: z.ZodType<ListedCoin> = z
  .object({ id: coinIdSchema, symbol: textField, name: textField })
  .transform((coin) => ({ ...coin, name: coin.name || coin.id }));

/** Several times as many as the provider has. */
const maxCoins = 100_000;

/** Reads `/coins/list`: all coins, without figures. */
export function parseCoinList(body: unknown): Parsed<ListedCoin> {
  return parseRows(body, row, maxCoins);
}
