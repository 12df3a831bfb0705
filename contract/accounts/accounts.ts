import { z } from 'zod';
import { displayCurrencySchema } from '#contract/currencies/currency.ts';
import { plainLine } from '../plain-line.ts';
import { tierSchema } from '../plan-schemas.ts';

/*
 * Accounts. An address must be verified with the mailed code and the secret of the request that triggered the e-mail
 * (sent as a cookie, or as `challenge` by clients without cookies).
 */

const maxEmail = 254;
const maxName = 100;

/** In lower case, without surrounding whitespace. */
export const emailSchema = z
  .string({ error: ({ input }) => (input == null ? 'Email is required' : undefined) })
  .trim()
  .min(1, 'Email is required')
  .toLowerCase()
  .pipe(z.email('Must be an email address').max(maxEmail, `Must be at most ${maxEmail} characters`))
  .meta({ description: 'An email address, in any case', type: 'string' });

/** The name of a person or an item. `missing`: the error message if it is absent. */
export const nameSchema = (missing: string) =>
  z
    .string({ error: ({ input }) => (input == null ? missing : undefined) })
    .trim()
    .min(1, missing)
    .max(maxName, `Must be at most ${maxName} characters`)
    .regex(plainLine, 'Must be plain text');

const nameShape = {
  firstName: nameSchema('First name is required'),
  lastName: nameSchema('Last name is required'),
};

const codeSchema = z.string({ error: ({ input }) => (input == null ? 'Code is required' : undefined) }).meta({
  description:
    'The code in the email, `XXXX-XXXX`; any case, missing dashes, O for 0, and I or L for 1 are accepted',
});

const challengeSchema = z
  .string()
  .meta({ description: 'For clients without cookies: the secret of the request that mailed the code' });

const tokenSchema = z.string().meta({ description: 'The bearer token of the session' });
const messageSchema = z.string();

/** Body of `POST /api/auth/signup`. */
export const signUpSchema = z.strictObject({ email: emailSchema, ...nameShape });
export const signUpAnswerSchema = z.object({
  token: tokenSchema,
  message: messageSchema,
  challenge: challengeSchema.optional(),
});

/** Body of `POST /api/auth/signin` and `POST /api/auth/email`. */
export const requestCodeSchema = z.strictObject({ email: emailSchema });
export const requestCodeAnswerSchema = z.object({
  message: messageSchema,
  /** Only if the request came from a live session of that account. */
  token: tokenSchema.optional(),
  challenge: challengeSchema.optional(),
});
export type RequestCodeAnswer = z.infer<typeof requestCodeAnswerSchema>;

/** Body of `POST /api/auth/verify` and `POST /api/auth/email/verify`. */
export const verifySchema = z.strictObject({
  email: emailSchema,
  code: codeSchema,
  challenge: challengeSchema.optional(),
});
export const verifyAnswerSchema = z.object({ token: tokenSchema });

/** The signed-in user. */
export const currentUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  subscriptionTier: tierSchema,
  /** Whether the address is verified. */
  verified: z.boolean(),
  /** The currency of figures on the site, in lower case. */
  displayCurrency: z.string(),
});
export type CurrentUser = z.infer<typeof currentUserSchema>;

/** Body of `PUT /api/auth/me`: the names (both or neither), the currency, or all of them. */
export const updateUserSchema = z
  .strictObject({
    firstName: nameShape.firstName.optional(),
    lastName: nameShape.lastName.optional(),
    displayCurrency: displayCurrencySchema.optional(),
  })
  .superRefine((fields, context) => {
    if (fields.displayCurrency !== undefined && !fields.firstName && !fields.lastName) return;
    if (fields.firstName === undefined)
      context.addIssue({ code: 'custom', path: ['firstName'], message: 'First name is required' });
    if (fields.lastName === undefined)
      context.addIssue({ code: 'custom', path: ['lastName'], message: 'Last name is required' });
  });
export type UpdateUser = z.output<typeof updateUserSchema>;

export const sessionSchema = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  userAgent: z.string(),
  /** Whether this request belongs to it. */
  current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;
/** Newest first. */
export const sessionsSchema = z.array(sessionSchema);

const flagSchema = z.enum(['true', 'false']).optional();
/** Query of `DELETE /api/auth/sessions`: what to revoke besides sessions. */
export const endSessionsSchema = z.object({ apiKeys: flagSchema, passkeys: flagSchema });

/** Body of `POST /api/auth/email/undo`: the token from the e-mail to the old address. */
export const undoEmailChangeSchema = z.strictObject({
  token: z
    .string()
    .min(1, 'Token is required')
    .max(200)
    .regex(/^[\w-]*$/, 'Must be the token of the link'),
});
export const undoEmailChangeAnswerSchema = z.object({ message: messageSchema });

/** The head of an export. */
export const accountExportHeadSchema = z.object({
  exportedAt: z.iso.datetime(),
  account: z.looseObject({ ...currentUserSchema.shape, createdAt: z.iso.datetime() }),
  sessions: sessionsSchema,
});
export type AccountExportHead = z.infer<typeof accountExportHeadSchema>;

/** Answer of `GET /api/account/export`: the account, and the data of each part of the service under its name. */
export const accountExportSchema = z.looseObject({
  ...accountExportHeadSchema.shape,
  /** The part another account can import. It has no ids: items refer to each other by their position. */
  data: z.record(z.string(), z.unknown()),
});

/** Body of `POST /api/account/import`: a complete export, of which only `data` is read. */
export const accountImportSchema = z.looseObject({
  data: z.record(z.string(), z.unknown(), { error: 'Data is required' }),
});

/** Answer of `POST /api/account/import`: the resulting number of each kind of item. */
export const accountImportedSchema = z.record(z.string(), z.number().int());
