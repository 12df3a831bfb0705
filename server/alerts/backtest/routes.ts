import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { backtestSchema, runBacktestSchema } from '#contract/alerts/alerts.ts';
import { errorBodySchema } from '#contract/errors.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import type { BacktestService } from './service.ts';

export interface BacktestRoutesDeps {
  readonly backtests: BacktestService;
  readonly gate: UserGate;
}

const response = {
  200: backtestSchema,
  400: errorBodySchema,
  401: errorBodySchema,
  403: errorBodySchema,
  404: errorBodySchema,
  503: errorBodySchema,
};

/** `POST /api/alerts/rehearsal`: tries an alert on past prices. */
export function registerBacktestRoutes(app: FastifyInstance, { backtests, gate }: BacktestRoutesDeps): void {
  const { onRequest, userOf } = gate;
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/alerts/rehearsal',
    {
      onRequest,
      schema: {
        tags: ['alerts'],
        summary: 'Backtest an alert',
        description:
          'How often the alert would have fired on past prices, and whether its condition holds now. Beyond your plan’s history: 403 plan_required.',
        body: runBacktestSchema,
        response,
      },
    },
    (request) => backtests.run(userOf(request), request.body),
  );
}
