import { errorBodySchema } from '#contract/errors.ts';

/** How a call about a portfolio may be refused, apart from limits. */
export const refusals = { 400: errorBodySchema, 401: errorBodySchema, 404: errorBodySchema };
