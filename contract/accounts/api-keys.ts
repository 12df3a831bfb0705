import { z } from 'zod';
import { nameSchema } from './accounts.ts';

/*
 * API keys: what a program of the user's sends in place of a session's token, as `Authorization: Bearer alt_…`.
 */

/** What every key begins with, so that it can be told from a token, and found where it should not be. */
export const apiKeyPrefix = 'alt_';

/** Body of `POST /api/keys`. */
export const addApiKeySchema = z.strictObject({ name: nameSchema('Name is required') });

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** When it was last used, up to a minute late; null: never. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;
/** The newest first. */
export const apiKeysSchema = z.array(apiKeySchema);

/** Answer of `POST /api/keys`: the only one that has the key itself. */
export const addedApiKeySchema = apiKeySchema.omit({ lastUsedAt: true }).extend({
  key: z.string().meta({ description: 'Shown this once: it is not kept' }),
});
export type AddedApiKey = z.infer<typeof addedApiKeySchema>;
