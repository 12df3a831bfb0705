import { z } from 'zod';

/** The id of something a user has. Ids are made by the server; what cannot be one is refused before it is looked for. */
export const itemIdSchema = z.string().regex(/^[\w-]{1,64}$/, 'Must be an id');
