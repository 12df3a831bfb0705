import { z } from 'zod';
import { type Coin, coinIdSchema } from '#contract/market.ts';
import type { Parsed } from '../provider.ts';
import { amountFigure, figure, instant, positiveFigure, textField, urlField } from './fields.ts';
import { parseRows } from './parse-rows.ts';
import { cutSparkline } from './sparkline.ts';

/** The page size of `/coins/markets`; the provider has been seen to return one row more. */
export const coinsPerPage = 250;

const sparkline = z
  .object({ price: z.array(z.unknown()) })
  .transform(({ price }) => cutSparkline(price))
  .catch([]);

/**
 * A row of `/coins/markets`. The id is required; an unreadable price becomes null, which the price check quarantines.
 */
const coinRow: z.ZodType<Coin> = z
  .object({
    id: coinIdSchema,
    symbol: textField,
    name: textField,
    image: urlField,
    current_price: figure,
    market_cap: positiveFigure,
    market_cap_rank: positiveFigure,
    fully_diluted_valuation: positiveFigure,
    total_volume: amountFigure,
    high_24h: positiveFigure,
    low_24h: positiveFigure,
    price_change_24h: figure,
    price_change_percentage_24h: figure,
    market_cap_change_24h: figure,
    market_cap_change_percentage_24h: figure,
    circulating_supply: positiveFigure,
    total_supply: positiveFigure,
    max_supply: positiveFigure,
    ath: positiveFigure,
    ath_change_percentage: figure,
    ath_date: instant,
    atl: positiveFigure,
    atl_change_percentage: figure,
    atl_date: instant,
    last_updated: instant,
    price_change_percentage_1h_in_currency: figure,
    price_change_percentage_24h_in_currency: figure,
    price_change_percentage_7d_in_currency: figure,
    sparkline_in_7d: sparkline,
  })
  .transform(({ sparkline_in_7d: price, ...row }) => ({
    ...row,
    name: row.name || row.id,
    ...(price.length > 0 && { sparkline_in_7d: { price } }),
  }));

/**
 * Reads `/coins/markets`; at most 250 rows, in the provider's order. Of ids that differ only in case, which match the
 * same requests, the first counts.
 */
export function parseCoins(body: unknown): Parsed<Coin> {
  const { rows, rejected } = parseRows(body, coinRow);
  const first = new Map(rows.toReversed().map(({ id }) => [id.toLowerCase(), id]));
  const distinct = rows.filter(({ id }) => first.get(id.toLowerCase()) === id);
  return { rows: distinct.slice(0, coinsPerPage), rejected: rejected + rows.length - distinct.length };
}
