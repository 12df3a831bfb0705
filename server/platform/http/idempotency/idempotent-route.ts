import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether `repeatAnswers` serves the route. */
    readonly isIdempotent?: boolean;
  }
}

/** For the options of a route: `config: idempotentConfig`. The route needs a user gate. */
export const idempotentConfig = { isIdempotent: true } as const;

/** For the schema of such a route. Loose, because the other headers must remain. */
export const idempotentHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Must have 1 to 255 visible ASCII characters')
    .optional()
    .describe('A repeat with the same key within 24 hours gets the first answer and adds nothing'),
});

/** Additional responses of such a route. */
export const idempotentResponses = { 409: errorBodySchema };
