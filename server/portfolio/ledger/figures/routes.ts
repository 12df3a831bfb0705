import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorBodySchema } from '#contract/errors.ts';
import {
  disposalPageSchema,
  disposalQuerySchema,
  holdingQuerySchema,
  ledgerHoldingsSchema,
  lotQuerySchema,
  methodComparisonSchema,
  methodQuerySchema,
  openLotsSchema,
  previewQuerySchema,
  previewSchema,
} from '#contract/ledger/figures.ts';
import { previewBodySchema } from '#contract/ledger/transaction.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { writeJsonPieces } from '#server/platform/json-pieces.ts';
import { idParams } from '../../id-params.ts';
import { refusals } from '../../refusals.ts';
import type { FigureService } from './service.ts';

const tags = ['ledger'];

interface Parts {
  readonly figures: FigureService;
  readonly gate: UserGate;
}

/**
 * Figures derived from a portfolio's transactions. There may be thousands of holdings and lots, so their answers aren't
 * validated against the schema, which would take as long as computing them.
 */
export function registerFigureRoutes(app: FastifyInstance, parts: Parts): void {
  registerHoldingRoutes(app, parts);
  registerDisposalRoutes(app, parts);
  registerPreviewRoute(app, parts);
}

function registerHoldingRoutes(app: FastifyInstance, { figures, gate }: Parts): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.get(
    '/api/portfolios/:id/holdings',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Balances, cost, value and gains by coin',
        description:
          "The method, scope and currency default to those of the portfolio's settings; with `at`, the figures are those of a past instant. They are exact, as decimal text. What is unknown is null and not part of any total.",
        params: idParams,
        querystring: holdingQuerySchema,
        response: { 200: ledgerHoldingsSchema, ...refusals },
      },
    },
    (request, reply) => {
      reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
      return figures.getHoldings(userOf(request).id, request.params.id, request.query);
    },
  );

  routes.get(
    '/api/portfolios/:id/lots',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Open lots',
        description: 'In the order in which the method would use them. A pool has no transaction.',
        params: idParams,
        querystring: lotQuerySchema,
        response: { 200: openLotsSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const lots = await figures.getLots(userOf(request).id, request.params.id, request.query);
      return reply
        .type('application/json; charset=utf-8')
        .send(Readable.from(writeJsonPieces(lots)) as never);
    },
  );
}

function registerDisposalRoutes(app: FastifyInstance, { figures, gate }: Parts): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.get(
    '/api/portfolios/:id/disposals',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Disposals with the lots they used',
        description:
          'Newest first. The totals cover all disposals that match the filters, not only the page. A page ends early if its disposals have more than 10,000 matches in all. Of a single disposal with more, it lists the first 10,000.',
        params: idParams,
        querystring: disposalQuerySchema,
        response: { 200: disposalPageSchema, ...refusals },
      },
    },
    (request, reply) => {
      reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
      return figures.listDisposals(userOf(request).id, request.params.id, request.query);
    },
  );

  routes.get(
    '/api/portfolios/:id/methods',
    {
      onRequest,
      schema: {
        tags,
        summary: 'All methods side by side',
        description:
          'Needs a higher plan: 403 plan_required. Realized gains, proceeds, income and fees are those of the span; unrealized gains and the remaining cost are current.',
        params: idParams,
        querystring: methodQuerySchema,
        response: { 200: methodComparisonSchema, ...refusals, 403: errorBodySchema },
      },
    },
    (request) => figures.compareMethods(userOf(request), request.params.id, request.query),
  );
}

function registerPreviewRoute(app: FastifyInstance, { figures, gate }: Parts): void {
  const { onRequest, userOf } = gate;
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/portfolios/:id/preview',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Preview a transaction',
        description:
          'Nothing is stored. Returns the gain, the cost and the first 1,000 lots by the method in the settings, or by every method if the plan includes that. `replaces` names the transaction that it would replace.',
        params: idParams,
        querystring: previewQuerySchema,
        body: previewBodySchema,
        response: { 200: previewSchema, ...refusals },
      },
    },
    (request) => figures.preview(userOf(request), request.params.id, request.body, request.query),
  );
}
