import { z } from 'zod';
import { plainLine } from '../plain-line.ts';

/*
 * Passkeys, in WebAuthn's JSON (https://www.w3.org/TR/webauthn-3/) with bytes as base64url. The browser that requested
 * a challenge gets its secret in a cookie. The response to a challenge is valid once, and only from that browser.
 */

const maxName = 100;
/** More than any authenticator uses. */
const maxCredentialId = 1400;
const maxBytes = 16_000;

const bytesSchema = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'Must be base64url');

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** The last time it was used to sign in; null: never. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;
/** Newest first. */
export const passkeysSchema = z.array(passkeySchema);

const userVerificationSchema = z.literal('required');

/** Answer of `POST /api/auth/passkeys/options`: the options for creating a passkey. */
export const passkeyCreationSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int().meta({ description: 'Milliseconds' }),
  excludeCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: userVerificationSchema,
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

/** Answer of `POST /api/auth/signin/passkey/options`: the options for signing in with a passkey. */
export const passkeyRequestSchema = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number().int().meta({ description: 'Milliseconds' }),
  userVerification: userVerificationSchema,
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** The fields we read; browsers send more. */
const credentialShape = {
  id: bytesSchema(maxCredentialId),
  rawId: bytesSchema(maxCredentialId),
  type: z.literal('public-key'),
};

/** Body of `POST /api/auth/passkeys`. */
export const addPasskeySchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Name is required')
    .max(maxName, `Must be at most ${maxName} characters`)
    .regex(plainLine, 'Must be plain text'),
  credential: z.object({
    ...credentialShape,
    response: z.object({
      clientDataJSON: bytesSchema(maxBytes),
      attestationObject: bytesSchema(maxBytes),
      transports: z.array(z.string().max(32)).max(10).optional(),
    }),
  }),
});
export type NewPasskeyCredential = z.infer<typeof addPasskeySchema>['credential'];

/** Body of `POST /api/auth/signin/passkey`. */
export const passkeySignInSchema = z.strictObject({
  credential: z.object({
    ...credentialShape,
    response: z.object({
      clientDataJSON: bytesSchema(maxBytes),
      authenticatorData: bytesSchema(maxBytes),
      signature: bytesSchema(maxBytes),
      userHandle: z.string().max(200).nullish(),
    }),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeySignInSchema>['credential'];
