import { z } from 'zod';
import type { Global } from '#contract/market.ts';
import { UpstreamError } from '../provider.ts';
import { amountFigure, figure, positiveFigure } from './fields.ts';

/** The provider names ten coins. */
const maxShares = 100;
const maxCodeLength = 20;

const shares = z.preprocess(
  (record) =>
    Object.fromEntries(
      Object.entries(isRecord(record) ? record : {})
        .filter(([code, share]) => code.length <= maxCodeLength && isShare(share))
        .slice(0, maxShares),
    ),
  z.record(z.string(), z.number()),
);

const globalFigures = z.object({
  active_cryptocurrencies: amountFigure,
  markets: amountFigure,
  total_market_cap: z.object({ usd: z.number().positive() }),
  total_volume: z.object({ usd: amountFigure }).catch({ usd: null }),
  market_cap_percentage: shares,
  market_cap_change_percentage_24h_usd: figure,
  updated_at: positiveFigure,
});

/** Reads `/global`. Throws an `UpstreamError` without a total market cap. */
export function parseGlobal(body: unknown): Global {
  const parsed = z.object({ data: globalFigures }).safeParse(body);
  if (!parsed.success) throw new UpstreamError('unreadable', 'The answer has no global figures');
  return parsed.data.data;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100;
}
