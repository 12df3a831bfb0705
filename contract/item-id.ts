import { z } from 'zod';

/** The id of a user's item. Text of any other form is rejected without a database query. */
export const itemIdSchema = z.string().regex(/^[\w-]{1,64}$/, 'Must be an id');
