import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorBodySchema } from '#contract/errors.ts';
import { type Proof, proofQuerySchema, proofSchema } from '#contract/ledger/proof.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { idParams } from '../../id-params.ts';
import { refusals } from '../../refusals.ts';
import type { ProofService } from './service.ts';

/** Proofs of a portfolio's figures. */
export function registerProofRoutes(
  app: FastifyInstance,
  { proofs, gate }: { readonly proofs: ProofService; readonly gate: UserGate },
): void {
  const { onRequest, userOf } = gate;
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/portfolios/:id/proof',
    {
      onRequest,
      schema: {
        tags: ['ledger'],
        summary: 'How a figure was calculated',
        description:
          'Every transaction, price and rate that the figure is based on, and every step of its calculation. `npm run --silent check-proof FILE` checks the steps with a separate program. With the `asOf` of a figure shown within the last ten minutes, exactly that number is proved. With `country` (Pro), a line of a tax report is proved by that country’s rules. With `report` and `line`, a line of a filed tax report is proved from the transactions, prices and rates stored with it.',
        params: idParams,
        querystring: proofQuerySchema,
        response: {
          200: proofSchema,
          ...refusals,
          403: errorBodySchema,
          409: errorBodySchema,
          413: errorBodySchema,
          503: errorBodySchema,
        },
      },
    },
    async (request, reply) => {
      const json = await proofs.prove(userOf(request), request.params.id, request.query);
      // The proof is prebuilt JSON and may be long, so it is neither validated nor serialized again.
      return reply
        .type('application/json; charset=utf-8')
        .serializer(String)
        .send(json as unknown as Proof);
    },
  );
}
