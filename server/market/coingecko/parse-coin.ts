import { z } from 'zod';
import { type CoinDetail, coinIdSchema } from '#contract/market.ts';
import { toPlainText } from '#server/platform/http/clean-text.ts';
import { UpstreamError } from '../provider.ts';
import { amountFigure, figure, instant, positiveFigure, textField, urlField, urlFields } from './fields.ts';

const inDollars = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'object' && value ? value : {}), z.object({ usd: schema }));
const orEmpty = <T extends z.ZodObject>(schema: T) =>
  z.preprocess((value) => (typeof value === 'object' && value ? value : {}), schema);

const marketData = orEmpty(
  z.object({
    current_price: inDollars(positiveFigure),
    market_cap: inDollars(positiveFigure),
    total_volume: inDollars(amountFigure),
    high_24h: inDollars(positiveFigure),
    low_24h: inDollars(positiveFigure),
    price_change_24h: figure,
    price_change_percentage_24h: figure,
    price_change_percentage_1h_in_currency: inDollars(figure),
    price_change_percentage_7d_in_currency: inDollars(figure),
    circulating_supply: positiveFigure,
    total_supply: positiveFigure,
    max_supply: positiveFigure,
    ath: inDollars(positiveFigure),
    ath_change_percentage: inDollars(figure),
    ath_date: inDollars(instant),
    atl: inDollars(positiveFigure),
    atl_change_percentage: inDollars(figure),
    atl_date: inDollars(instant),
    last_updated: instant,
  }),
);

const coinDetail: z.ZodType<CoinDetail> = z
  .object({
    id: coinIdSchema,
    symbol: textField,
    name: textField,
    image: orEmpty(z.object({ thumb: urlField, small: urlField, large: urlField })),
    market_cap_rank: positiveFigure,
    description: orEmpty(z.object({ en: z.string().catch('').transform(toPlainText) })),
    links: orEmpty(
      z.object({
        homepage: urlFields,
        blockchain_site: urlFields,
        repos_url: orEmpty(z.object({ github: urlFields })),
      }),
    ),
    market_data: marketData,
    last_updated: instant,
  })
  .transform((coin) => ({ ...coin, name: coin.name || coin.id }));

/** Reads `/coins/{id}`. Throws an `UpstreamError` if the body does not describe a coin. */
export function parseCoin(body: unknown): CoinDetail {
  const parsed = coinDetail.safeParse(body);
  if (!parsed.success) throw new UpstreamError('unreadable', 'The answer is not a coin');
  return parsed.data;
}
