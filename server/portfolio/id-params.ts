import { z } from 'zod';
import { itemIdSchema } from '#contract/item-id.ts';

/** The path parameter of a portfolio, or of what belongs to one. */
export const idParams = z.object({ id: itemIdSchema });
