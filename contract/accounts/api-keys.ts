import { z } from 'zod';
import { nameSchema } from './accounts.ts';

/*
 * API keys. A program sends one instead of a session token, as `Authorization: Bearer alt_…`.
 */

/** The prefix of every key. It distinguishes keys from session tokens and lets scanners find leaked keys. */
export const apiKeyPrefix = 'alt_';

/** `read` allows only GET requests. */
export const apiKeyAccessSchema = z.enum(['full', 'read']);
export type ApiKeyAccess = z.infer<typeof apiKeyAccessSchema>;

/** Body of `POST /api/keys`. */
export const addApiKeySchema = z.strictObject({
  name: nameSchema('Name is required'),
  access: apiKeyAccessSchema.optional().meta({ description: 'Default: `full`' }),
  expiresAt: z.iso
    .datetime({ offset: true, message: 'Must be a date and time, such as 2030-12-31T23:59:59Z' })
    .nullish()
    .meta({ description: 'From then on the key is refused; default: never' }),
});
export type AddApiKey = z.infer<typeof addApiKeySchema>;

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  access: apiKeyAccessSchema,
  /** The last four characters of the key; null if they weren't stored. */
  lastFour: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Null: it doesn't expire. */
  expiresAt: z.iso.datetime().nullable(),
  /** When it was last used, to within a minute; null: never. */
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
