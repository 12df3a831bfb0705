import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import {
  appliedImportSchema,
  importAnswersSchema,
  importFieldsSchema,
  importFileLimits,
  importFormatsSchema,
  importPageSchema,
  importQuerySchema,
  importSchema,
  importsSchema,
} from '#contract/ledger/imports.ts';
import {
  idempotentConfig,
  idempotentHeaders,
  idempotentResponses,
} from '#server/platform/http/idempotency/idempotent-route.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { idParams } from '../id-params.ts';
import { refusals } from '../refusals.ts';
import { readMultipart, UploadedFile } from './multipart-body.ts';
import type { ImportService } from './service.ts';

const tags = ['imports'];
const writing = { ...refusals, 409: errorBodySchema, 503: errorBodySchema };

export interface ImportRoutesDeps {
  readonly imports: ImportService;
  readonly gate: UserGate;
}

const bodySchema = z.strictObject({
  file: z
    .custom<UploadedFile>((value) => value instanceof UploadedFile, 'File is required')
    .meta({ type: 'string', format: 'binary', description: 'CSV, JSON or XLSX' }),
  ...importFieldsSchema.shape,
});

const tooLarge = 'The file is larger than 20 MB.';

/** Imports of transactions from files. */
export function registerImportRoutes(app: FastifyInstance, deps: ImportRoutesDeps): void {
  app.register(async (scope) => {
    // Only in this scope: all other bodies are JSON.
    scope.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: Readable) =>
      readMultipart(payload, request.headers, { maxBytes: importFileLimits.maxBytes, tooLarge }),
    );
    registerUpload(scope, deps);
  });
  registerReads(app, deps);
  registerChanges(app, deps);
}

function registerUpload(app: FastifyInstance, { imports, gate }: ImportRoutesDeps): void {
  const { onRequest, userOf } = gate;
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/portfolios/:id/imports',
    {
      onRequest,
      config: idempotentConfig,
      schema: {
        tags,
        summary: 'Read a file from an exchange, wallet or tracker',
        description:
          'At most 20 MB and 100,000 rows (413). Nothing is stored in the ledger before `apply`; imports that are not applied are deleted after 7 days. A long file is `reading` at first.',
        consumes: ['multipart/form-data'],
        params: idParams,
        headers: idempotentHeaders,
        body: bodySchema,
        response: { 201: importSchema, ...writing, 413: errorBodySchema, ...idempotentResponses },
      },
    },
    async (request, reply) => {
      const { file, ...fields } = request.body;
      const added = await imports.addImport(userOf(request).id, request.params.id, file, fields);
      return reply.code(201).send(added);
    },
  );
}

function registerReads(app: FastifyInstance, { imports, gate }: ImportRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;
  routes.get(
    '/api/import-formats',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The formats of files that can be imported',
        response: { 200: importFormatsSchema, 401: errorBodySchema },
      },
    },
    () => imports.listFormats(),
  );
  routes.get(
    '/api/portfolios/:id/imports',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The imports of a portfolio',
        description: 'Newest first, including those not applied yet.',
        params: idParams,
        response: { 200: importsSchema, ...refusals },
      },
    },
    (request) => imports.listImports(userOf(request).id, request.params.id),
  );
  routes.get(
    '/api/imports/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'An import, with the transactions it would add',
        description: 'In the order of the file.',
        params: idParams,
        querystring: importQuerySchema,
        response: { 200: importPageSchema, ...refusals },
      },
    },
    (request) => imports.getImport(userOf(request).id, request.params.id, request.query),
  );
}

function registerChanges(app: FastifyInstance, { imports, gate }: ImportRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;
  routes.post(
    '/api/imports/:id/answers',
    {
      onRequest,
      bodyLimit: 1024 * 1024,
      schema: {
        tags,
        summary: 'Answer questions of an import',
        description: 'Answers to questions about coins are remembered for the next file of that exchange.',
        params: idParams,
        body: importAnswersSchema,
        response: { 200: importSchema, ...writing },
      },
    },
    (request) => imports.answer(userOf(request).id, request.params.id, request.body.answers),
  );
  routes.post(
    '/api/imports/:id/apply',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Add what was read to the ledger',
        description: 'All or nothing. A repeated call gets the same answer. 409 while questions are open.',
        params: idParams,
        response: { 200: appliedImportSchema, ...writing },
      },
    },
    (request) => imports.apply(userOf(request).id, request.params.id),
  );
  routes.delete(
    '/api/imports/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Undo an import',
        description:
          'Removes exactly what it added. Transactions that another import also contains are kept.',
        params: idParams,
        response: { 204: z.null(), ...writing },
      },
    },
    async (request, reply) => {
      await imports.removeImport(userOf(request).id, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
