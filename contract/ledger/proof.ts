import { z } from 'zod';
import { itemIdSchema } from '../item-id.ts';
import { otherPortfoliosSchema, taxCountries, timeZoneSchema } from '../tax/choice.ts';
import { taxMethods } from '../tax/methods.ts';
import { figureQuerySchema, spanEndSchema } from './figures.ts';

/*
 * The proof of a figure: all transactions, quotes and rates it is computed from, and each step of the computation.
 * docs/proofs.md has the rules; the checker is web/portfolio/proof/check/.
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
  /** For a line of a tax report: the country whose rules apply. Only with `gain` or `realized`. */
  country: z.enum(taxCountries, `Must be one of ${taxCountries.join(', ')}`).optional(),
  /** For a line: the report's method. */
  method: z.enum(taxMethods).optional(),
  /** For a line: the time zone of the days, if not the country's. */
  timeZone: timeZoneSchema,
  /** For a line: the ids of the other portfolios in the calculation, separated by commas. */
  with: otherPortfoliosSchema,
  /** The `asOf` of a figure shown within the last ten minutes, to prove exactly the number shown. */
  asOf: z.iso.datetime().optional(),
});
export type ProofQuery = z.output<typeof proofQuerySchema>;

/** A country's rule that treats a transaction differently from the ledger. */
export const proofRules = ['gift_in_market', 'gift_in_donor', 'gift_out_market', 'swap_fee'] as const;
export type ProofRule = (typeof proofRules)[number];

const leafSchema = z.looseObject({ id: z.string(), kind: z.enum(['transaction', 'quote', 'rate']) });
const stepSchema = z.looseObject({ op: z.string() });

/**
 * Answer of `GET /api/portfolios/{id}/proof`. `digest`: SHA-256 of the rest as JSON with sorted keys and no
 * whitespace.
 */
export const proofSchema = z.object({
  /** 2: a proof of a line by its country's rules, with `rules`. */
  version: z.union([z.literal(1), z.literal(2)]),
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
  rules: z.object({ country: z.enum(taxCountries), timeZone: z.string() }).optional(),
  /** The version of the engine that computed the figure. */
  engine: z.string(),
  leaves: z.array(leafSchema),
  steps: z.array(stepSchema),
  digest: z.string(),
});
export type Proof = z.infer<typeof proofSchema>;
