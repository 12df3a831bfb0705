import { z } from 'zod';
import { itemIdSchema } from '../item-id.ts';
import { figureQuerySchema, spanEndSchema } from './figures.ts';

/*
 * The proof of a figure: all transactions, quotes and rates it is computed from, and each step of the computation.
 * docs/proofs.md has the rules; the checker is web/portfolio/proof/check-proof.ts.
 */

export const provenFigures = [
  'value',
  'costBasis',
  'averageCost',
  'amount',
  'unrealized',
  'unrealizedPercent',
  'realized',
  'income',
  'fees',
  'gain',
] as const;
export type ProvenFigure = (typeof provenFigures)[number];

/** Query of `GET /api/portfolios/{id}/proof`. */
export const proofQuerySchema = figureQuerySchema.extend({
  /** Required, except for a report line. */
  figure: z.enum(provenFigures).optional(),
  /** The id of a filed tax report, and a line number in it. All other parameters are then taken from the report. */
  report: itemIdSchema.optional(),
  line: z.coerce.number('Must be the number of a line').int().min(1).optional(),
  coin: z.string().optional(),
  /** For `gain`: the disposal's transaction, and whether the disposal is that transaction's fee. */
  transaction: z.string().optional(),
  isFee: z.enum(['true', 'false']).optional(),
  from: spanEndSchema.optional(),
  to: spanEndSchema.optional(),
  /** The `asOf` of a figure shown within the last ten minutes, to prove exactly the number shown. */
  asOf: z.iso.datetime().optional(),
});
export type ProofQuery = z.output<typeof proofQuerySchema>;

const leafSchema = z.looseObject({ id: z.string(), kind: z.enum(['transaction', 'quote', 'rate']) });
const stepSchema = z.looseObject({ op: z.string() });

/**
 * Answer of `GET /api/portfolios/{id}/proof`. `digest`: SHA-256 of the rest as JSON with sorted keys and no
 * whitespace.
 */
export const proofSchema = z.object({
  version: z.literal(1),
  figure: z.enum(provenFigures),
  value: z.string().nullable(),
  coin: z.string().nullable(),
  transaction: z.string().nullable(),
  isFee: z.boolean(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  at: z.string().nullable(),
  asOf: z.string(),
  currency: z.string(),
  method: z.string(),
  scope: z.string(),
  /** The version of the engine that computed the figure. */
  engine: z.string(),
  leaves: z.array(leafSchema),
  steps: z.array(stepSchema),
  digest: z.string(),
});
export type Proof = z.infer<typeof proofSchema>;
