import { z } from 'zod';

/** The id of an item that belongs to a user. Anything else is refused without a query. */
export const itemIdSchema = z.string().regex(/^[\w-]{1,64}$/, 'Must be an id');
