import { z } from 'zod';
import { coinIdSchema, type SearchCoin, type TrendingCoin } from '#contract/market.ts';
import type { Parsed } from '../provider.ts';
import { UpstreamError } from '../provider.ts';
import { figure, positiveFigure, textField, urlField } from './fields.ts';
import { parseRows } from './parse-rows.ts';
import { readShownPrice } from './shown-price.ts';

const change = z.union([z.object({ usd: z.number() }).transform(({ usd }) => usd), figure]).catch(null);

const trendingRow: z.ZodType<TrendingCoin> = z
  .object({ item: z.unknown() })
  .transform(({ item }) => item)
  .pipe(
    z
      .object({
        id: coinIdSchema,
        name: textField,
        symbol: textField,
        small: urlField,
        thumb: urlField,
        market_cap_rank: positiveFigure,
        data: z
          .object({ price: z.unknown(), price_change_percentage_24h: change })
          .optional()
          .catch(undefined),
      })
      .transform(({ data, ...coin }) => ({
        ...coin,
        name: coin.name || coin.id,
        price: readShownPrice(data?.price),
        price_change_percentage_24h: data?.price_change_percentage_24h ?? null,
      })),
  );

/** The provider has 15, or 30 on paid plans. */
const maxTrending = 50;

/** Reads the coins of `/search/trending` as a flat list of at most 50. */
export function parseTrending(body: unknown): Parsed<TrendingCoin> {
  const { rows, rejected } = parseRows(coinsOf(body), trendingRow);
  return { rows: rows.slice(0, maxTrending), rejected };
}

const searchRow: z.ZodType<SearchCoin> = z
  .object({
    id: coinIdSchema,
    name: textField,
    symbol: textField,
    thumb: urlField,
    large: urlField,
    market_cap_rank: positiveFigure,
  })
  .transform((coin) => ({ ...coin, name: coin.name || coin.id }));

/** Reads the coins of `/search`, best match first. */
export function parseSearch(body: unknown): Parsed<SearchCoin> {
  return parseRows(coinsOf(body), searchRow);
}

function coinsOf(body: unknown): unknown {
  if (typeof body === 'object' && body && 'coins' in body) return body.coins;
  throw new UpstreamError('unreadable', 'The answer has no list of coins');
}
