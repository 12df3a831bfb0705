import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { fileTaxReportSchema } from '#contract/tax/choice.ts';
import {
  filedTaxReportQuerySchema,
  filedTaxReportSchema,
  filedTaxReportsSchema,
} from '#contract/tax/filed-report.ts';
import {
  idempotentConfig,
  idempotentHeaders,
  idempotentResponses,
} from '#server/platform/http/idempotency/idempotent-route.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { writeJsonPieces } from '#server/platform/json-pieces.ts';
import { idParams } from '../../id-params.ts';
import { refusals } from '../../refusals.ts';
import { contentTypes } from '../content-types.ts';
import type { FiledReportService } from './service.ts';

const tags = ['tax'];

interface Parts {
  readonly filing: FiledReportService;
  readonly gate: UserGate;
}

/**
 * Filed (frozen) tax reports. A comparison may have as many changes as the ledger has transactions, so it isn't validated
 * against the schema and is written in pieces.
 */
export function registerFilingRoutes(app: FastifyInstance, parts: Parts): void {
  registerPortfolioRoutes(app, parts);
  registerReportRoutes(app, parts);
}

function registerPortfolioRoutes(app: FastifyInstance, { filing, gate }: Parts): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;
  routes.post(
    '/api/portfolios/:id/tax-reports',
    {
      onRequest,
      config: idempotentConfig,
      schema: {
        tags,
        summary: 'File a tax report',
        description:
          'Needs a higher plan: 403 plan_required. The bytes of its JSON, CSV and PDF are kept and never change; `sha256` is the hash of the JSON. An account has room for 200, and for 300 MB as stored; beyond that: 409.',
        params: idParams,
        headers: idempotentHeaders,
        body: fileTaxReportSchema,
        response: {
          201: filedTaxReportSchema,
          ...refusals,
          403: errorBodySchema,
          503: errorBodySchema,
          ...idempotentResponses,
        },
      },
    },
    async (request, reply) => {
      const report = await filing.fileReport(userOf(request), request.params.id, request.body);
      return reply.code(201).send(report);
    },
  );
  routes.get(
    '/api/portfolios/:id/tax-reports',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Filed tax reports of a portfolio',
        description: 'Newest first.',
        params: idParams,
        response: { 200: filedTaxReportsSchema, ...refusals },
      },
    },
    (request) => filing.listReports(userOf(request).id, request.params.id),
  );
}

function registerReportRoutes(app: FastifyInstance, { filing, gate }: Parts): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;
  routes.get(
    '/api/tax-reports/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'A filed tax report',
        description:
          'What has changed since it was filed, and by how much the same report would differ now. With `format`: the bytes that were stored when it was filed.',
        params: idParams,
        querystring: filedTaxReportQuerySchema,
        response: {
          200: {
            description: 'The filed report; with `format` its bytes',
            content: {
              'application/json': { schema: filedTaxReportSchema },
              'text/csv': { schema: z.any() },
              'application/pdf': { schema: z.any() },
            },
          },
          ...refusals,
          409: errorBodySchema,
          503: errorBodySchema,
        },
      },
    },
    async (request, reply) => {
      const user = userOf(request);
      const { format } = request.query;
      if (format === undefined) {
        const report = await filing.getReport(user.id, request.params.id);
        return reply.type(contentTypes.json).send(Readable.from(writeJsonPieces(report)) as never);
      }
      const { content, fileName } = await filing.getFile(user.id, request.params.id, format);
      reply.header('content-disposition', `attachment; filename="${fileName}"`);
      return reply.type(contentTypes[format]).send(content as never);
    },
  );
  routes.delete(
    '/api/tax-reports/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a filed tax report',
        params: idParams,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await filing.removeReport(userOf(request).id, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
