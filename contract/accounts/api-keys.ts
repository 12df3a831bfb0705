import { z } from 'zod';
import { nameSchema } from './accounts.ts';

/*
 * API keys. A program sends one in place of a session's token, as `Authorization: Bearer alt_…`.
 */

/** The prefix of every key. It distinguishes keys from tokens, and lets scanners find leaked ones. */
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
/** Newest first. */
export const apiKeysSchema = z.array(apiKeySchema);

/** Answer of `POST /api/keys`: the only answer that contains the key itself. */
export const addedApiKeySchema = apiKeySchema.omit({ lastUsedAt: true }).extend({
  key: z.string().meta({ description: 'Shown this once: it is not kept' }),
});
export type AddedApiKey = z.infer<typeof addedApiKeySchema>;
