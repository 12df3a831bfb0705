import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import {
  addedTransactionsSchema,
  addTransactionsSchema,
  removeTransactionsSchema,
  replaceTransactionSchema,
  transactionPageSchema,
  transactionQuerySchema,
  transactionSchema,
} from '#contract/ledger/transaction.ts';
import {
  idempotentConfig,
  idempotentHeaders,
  idempotentResponses,
} from '#server/platform/http/idempotency/idempotent-route.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { writeJsonPieces } from '#server/platform/json-pieces.ts';
import { idParams } from '../../id-params.ts';
import { refusals } from '../../refusals.ts';
import { readTransactions } from './read-transactions.ts';
import type { TransactionService } from './service.ts';
import type { TransactionWriteService } from './write-service.ts';

const tags = ['ledger'];
const writeResponses = { ...refusals, 409: errorBodySchema, 503: errorBodySchema };
/** Enough for a batch of 1,000 transactions with long notes. */
const bodyLimit = 4 * 1024 * 1024;

interface TransactionRoutesDeps {
  readonly transactions: TransactionService;
  readonly writes: TransactionWriteService;
  readonly gate: UserGate;
}

/** A portfolio's transactions. */
export function registerTransactionRoutes(app: FastifyInstance, deps: TransactionRoutesDeps): void {
  registerReads(app, deps);
  registerAdding(app, deps);
  registerChanges(app, deps);
  registerRemoval(app, deps);
}

function registerReads(app: FastifyInstance, { transactions, gate }: TransactionRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;
  routes.get(
    '/api/portfolios/:id/transactions',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Transactions of a portfolio',
        description: 'Newest first. `from` is inclusive, `to` exclusive; a date is its midnight UTC.',
        params: idParams,
        querystring: transactionQuerySchema,
        response: { 200: transactionPageSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const page = await transactions.listPage(userOf(request).id, request.params.id, request.query);
      // Validating its lots against the schema would take longer than reading them.
      return reply
        .type('application/json; charset=utf-8')
        .send(Readable.from(writeJsonPieces(page)) as never);
    },
  );
  routes.get(
    '/api/transactions/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'A transaction',
        params: idParams,
        response: { 200: transactionSchema, ...refusals },
      },
    },
    (request) => transactions.getTransaction(userOf(request).id, request.params.id),
  );
  routes.get(
    '/api/portfolios/:id/transactions.csv',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The transactions of a portfolio as CSV',
        description:
          'Needs a higher plan: 403 plan_required. Oldest first, amounts as entered; text that a spreadsheet would evaluate begins with an apostrophe.',
        params: idParams,
        response: {
          200: { description: 'CSV (RFC 4180)', content: { 'text/csv': { schema: z.any() } } },
          ...refusals,
          403: errorBodySchema,
        },
      },
    },
    async (request, reply) => {
      const csv = await transactions.exportCsv(userOf(request), request.params.id);
      reply.header('content-type', 'text/csv; charset=utf-8; header=present');
      reply.header('content-disposition', 'attachment; filename="altimeter-transactions.csv"');
      return Readable.from(csv);
    },
  );
}

function registerAdding(app: FastifyInstance, { writes, gate }: TransactionRoutesDeps): void {
  const { onRequest, userOf } = gate;
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/portfolios/:id/transactions',
    {
      onRequest,
      bodyLimit,
      // The schema would check a thousand transactions without a pause.
      preValidation: async (request) => {
        request.body = await readTransactions(request.body);
      },
      config: idempotentConfig,
      schema: {
        tags,
        summary: 'Add one transaction, or a batch',
        description:
          'A batch has up to 1,000; all of them are added, or none. A portfolio has room for 100,000, an account for 500,000; beyond that: 409.',
        params: idParams,
        headers: idempotentHeaders,
        body: addTransactionsSchema,
        response: { 201: addedTransactionsSchema, ...writeResponses, ...idempotentResponses },
      },
    },
    async (request, reply) => {
      const added = await writes.addTransactions(userOf(request).id, request.params.id, request.body);
      // Validating a thousand answers against the schema takes as long as adding them.
      return reply.code(201).type('application/json; charset=utf-8').serializer(JSON.stringify).send(added);
    },
  );
}

function registerChanges(app: FastifyInstance, { writes, gate }: TransactionRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;
  routes.put(
    '/api/transactions/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Replace a transaction',
        description:
          'With an `updatedAt` other than the stored one: 409. Fields that clients cannot set are ignored, so that an answer can be sent back.',
        params: idParams,
        body: replaceTransactionSchema,
        response: { 200: transactionSchema, ...writeResponses },
      },
    },
    (request) => writes.replaceTransaction(userOf(request).id, request.params.id, request.body),
  );
  routes.post(
    '/api/transactions/:id/restore',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Restore a deleted transaction',
        description: 'For 24 hours after it was deleted.',
        params: idParams,
        response: { 200: transactionSchema, ...refusals, 409: errorBodySchema },
      },
    },
    (request) => writes.restoreTransaction(userOf(request).id, request.params.id),
  );
}

function registerRemoval(app: FastifyInstance, { writes, gate }: TransactionRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;
  routes.delete(
    '/api/transactions/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a transaction',
        description: 'It can be restored for 24 hours.',
        params: idParams,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await writes.removeTransactions(userOf(request).id, [request.params.id]);
      return reply.code(204).send(null);
    },
  );
  routes.post(
    '/api/portfolios/:id/transactions/delete',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete several transactions of a portfolio',
        description: 'All of them, or none.',
        params: idParams,
        body: removeTransactionsSchema,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await writes.removeTransactions(userOf(request).id, request.body.ids, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
