import { z } from 'zod';

/*
 * Passkeys, in the shapes of WebAuthn's own JSON (https://www.w3.org/TR/webauthn-3/): bytes are base64url. The browser
 * that asked for a challenge holds its secret in a cookie; what it answers works once, and nowhere else.
 */

const maxName = 100;
/** Longer than any authenticator makes them. */
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
  /** When somebody signed in with it last. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;
/** The newest first. */
export const passkeysSchema = z.array(passkeySchema);

const userVerificationSchema = z.literal('required');

/** Answer of `POST /api/auth/passkeys/options`: what a browser makes a passkey from. */
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

/** Answer of `POST /api/auth/signin/passkey/options`: what a browser asks a passkey to sign. */
export const passkeyRequestSchema = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number().int().meta({ description: 'Milliseconds' }),
  userVerification: userVerificationSchema,
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** What browsers say of a credential besides is not read. */
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
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must be plain text'),
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
