import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { AppError } from '#server/platform/http/app-error.ts';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { FakeMarket, fakeNow } from '../../../tests/support/market/fake-market.ts';
import { fakeRateService } from '../../../tests/support/market/fake-rates.ts';
import { createCurrencyHistory } from '../currencies/service.ts';
import { createEncodedMarket } from '../responses/encoded-market.ts';
import { registerHistoryRoutes } from './routes.ts';

const month = 30;

function serve() {
  const market = new FakeMarket();
  const app = createBareApp();
  const allowHistory = async (request: FastifyRequest, days: number | 'max') => {
    const limit = request.headers.authorization ? 365 : 7;
    if (days === 'max' || days > limit) {
      throw new AppError('plan_required', 'Not in this plan.', { details: { requiredTier: 'pro' } });
    }
  };
  const logos = { remember: () => undefined };
  const publicUrl = () => 'https://altimeter.example';
  const rates = fakeRateService();
  const clock = { now: () => fakeNow };
  const currencyHistory = createCurrencyHistory({ market, upstream: () => undefined, rates, clock });
  const responses = createEncodedMarket({ market, publicUrl, logos, rates, currencyHistory });
  registerHistoryRoutes(app, { responses, allowHistory });
  market.onDemand.histories.set('bitcoin', {
    value: { prices: [[1, 2]], market_caps: [], total_volumes: [] },
    fetchedAt: 1,
    isStale: false,
  });
  market.onDemand.candles.set('bitcoin', { value: [[1, 2, 3, 1, 2]], fetchedAt: 1, isStale: false });
  return { app, market };
}

describe.each(['history', 'ohlc'])('the %s of a coin', (kind) => {
  const url = (days: number | 'max') => `/api/cryptocurrencies/bitcoin/${kind}?days=${days}`;

  it('is returned as far back as allowed', async () => {
    expect((await serve().app.inject(url(7))).statusCode).toBe(200);
  });

  it('is refused beyond that, without asking the market', async () => {
    const { app, market } = serve();
    const answer = await app.inject(url(month));
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { message: 'Not in this plan.', code: 'plan_required', requiredTier: 'pro' },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(market.calls).toEqual([]);
  });

  it('is checked for each user, even if it is cached', async () => {
    const { app } = serve();
    const headers = { authorization: 'Bearer x' };
    const { headers: answered } = await app.inject({ url: url(month), headers });
    const ifNoneMatch = { 'if-none-match': String(answered.etag) };
    expect((await app.inject({ url: url(month), headers: { ...headers, ...ifNoneMatch } })).statusCode).toBe(
      304,
    );
    expect((await app.inject({ url: url(month), headers: ifNoneMatch })).statusCode).toBe(403);
  });
});
