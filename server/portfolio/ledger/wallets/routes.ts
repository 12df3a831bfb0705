import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { ledgerSettingsSchema, updateLedgerSettingsSchema } from '#contract/ledger/settings.ts';
import { walletInputSchema, walletSchema, walletsSchema } from '#contract/ledger/wallets.ts';
import {
  idempotentConfig,
  idempotentHeaders,
  idempotentResponses,
} from '#server/platform/http/idempotency/idempotent-route.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { idParams } from '../../id-params.ts';
import { refusals } from '../../refusals.ts';
import type { WalletService } from './service.ts';

const tags = ['ledger'];
const conflicting = { ...refusals, 409: errorBodySchema };

interface WalletRoutesDeps {
  readonly wallets: WalletService;
  readonly gate: UserGate;
}

/** A portfolio's wallets, and the settings of its ledger. */
export function registerWalletRoutes(app: FastifyInstance, deps: WalletRoutesDeps): void {
  registerOwnWallets(app, deps);
  registerSettings(app, deps);
}

function registerOwnWallets(app: FastifyInstance, { wallets, gate }: WalletRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;
  routes.get(
    '/api/portfolios/:id/wallets',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Wallets of a portfolio',
        params: idParams,
        response: { 200: walletsSchema, ...refusals },
      },
    },
    (request) => wallets.listWallets(userOf(request).id, request.params.id),
  );
  routes.post(
    '/api/portfolios/:id/wallets',
    {
      onRequest,
      config: idempotentConfig,
      schema: {
        tags,
        summary: 'Add a wallet',
        params: idParams,
        headers: idempotentHeaders,
        body: walletInputSchema,
        response: { 201: walletSchema, ...refusals, ...idempotentResponses },
      },
    },
    async (request, reply) => {
      const wallet = await wallets.addWallet(userOf(request).id, request.params.id, request.body);
      return reply.code(201).send(wallet);
    },
  );
  routes.put(
    '/api/wallets/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Rename a wallet',
        description: '`Main` and `Elsewhere` stay as they are: 409.',
        params: idParams,
        body: walletInputSchema,
        response: { 200: walletSchema, ...conflicting },
      },
    },
    (request) => wallets.updateWallet(userOf(request).id, request.params.id, request.body),
  );
  routes.delete(
    '/api/wallets/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a wallet',
        description: '409 if it has transactions.',
        params: idParams,
        response: { 204: z.null(), ...conflicting },
      },
    },
    async (request, reply) => {
      await wallets.removeWallet(userOf(request).id, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

function registerSettings(app: FastifyInstance, { wallets, gate }: WalletRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;
  routes.get(
    '/api/portfolios/:id/settings',
    {
      onRequest,
      schema: {
        tags,
        summary: 'How the figures of a portfolio are calculated',
        params: idParams,
        response: { 200: ledgerSettingsSchema, ...refusals },
      },
    },
    (request) => wallets.getSettings(userOf(request).id, request.params.id),
  );
  routes.put(
    '/api/portfolios/:id/settings',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Change the method, scope or currency of the figures',
        description: 'Fields you leave out stay as they are.',
        params: idParams,
        body: updateLedgerSettingsSchema,
        response: { 200: ledgerSettingsSchema, ...refusals },
      },
    },
    (request) => wallets.updateSettings(userOf(request).id, request.params.id, request.body),
  );
}
