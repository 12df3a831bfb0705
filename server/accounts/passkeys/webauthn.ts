import type {
  NewPasskeyCredential,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '#contract/accounts/passkeys.ts';
import { passkeyChallengeLifeMs } from '../policy.ts';
import type { KnownPasskey } from './store.ts';

/** Creates and checks passkeys: WebAuthn, https://www.w3.org/TR/webauthn-3/. */
export interface WebAuthn {
  describeCreation(creation: {
    userId: string;
    email: string;
    name: string;
    /** As base64url. */
    challenge: string;
    /** The account's existing passkeys. */
    passkeys: readonly Pick<KnownPasskey, 'credential_id' | 'transports'>[];
  }): PasskeyCreation;
  describeRequest(challenge: string): PasskeyRequest;
  /** Returns the public key of a new passkey, or undefined if it does not answer the challenge. */
  checkCreation(
    credential: NewPasskeyCredential,
    isChallenge: (challenge: string) => boolean,
  ): Promise<Pick<KnownPasskey, 'credential_id' | 'public_key' | 'counter' | 'transports'> | undefined>;
  /** Returns the passkey's new signature counter if it signed the challenge, otherwise undefined. */
  checkAssertion(
    assertion: PasskeyAssertion,
    passkey: KnownPasskey,
    isChallenge: (challenge: string) => boolean,
  ): Promise<number | undefined>;
}

/** ES256, EdDSA and RS256: the algorithms that current authenticators support. */
const algorithms = [-7, -8, -257];

/** Loaded on first use, because it takes a sixth of a second and 27 MB. */
const loadLibrary = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** No extensions were requested. */
const noExtensions = { clientExtensionResults: {} };

export interface WebAuthnDeps {
  /** Shown by browsers when a passkey is created. */
  readonly siteName: string;
  /** Passkeys are bound to its host. */
  readonly publicUrl: () => string;
}

export function createWebAuthn({ siteName, publicUrl }: WebAuthnDeps): WebAuthn {
  const host = () => new URL(publicUrl()).hostname;
  return {
    describeCreation: ({ userId, email, name, challenge, passkeys }) => ({
      rp: { id: host(), name: siteName },
      user: { id: encodeUser(userId), name: email, displayName: name },
      challenge,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: passkeyChallengeLifeMs,
      excludeCredentials: passkeys.map(({ credential_id, transports }) => ({
        id: credential_id,
        type: 'public-key',
        transports: JSON.parse(transports) as string[],
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    }),

    describeRequest: (challenge) => ({
      rpId: host(),
      challenge,
      timeout: passkeyChallengeLifeMs,
      userVerification: 'required',
    }),

    async checkCreation(credential, isChallenge) {
      const { verifyRegistrationResponse } = await loadLibrary();
      const { clientDataJSON, attestationObject, transports = [] } = credential.response;
      try {
        await refuseCertificates(attestationObject);
        const { registrationInfo } = await verifyRegistrationResponse({
          response: { ...credential, ...noExtensions, response: { clientDataJSON, attestationObject } },
          expectedChallenge: isChallenge,
          expectedOrigin: publicUrl(),
          expectedRPID: host(),
          requireUserVerification: true,
          supportedAlgorithmIDs: algorithms,
        });
        if (!registrationInfo) return undefined;
        const { id, publicKey, counter } = registrationInfo.credential;
        // The library does not compare them, and the id in the signed data may be longer than the database can index.
        if (id !== credential.id) return undefined;
        return {
          credential_id: id,
          public_key: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports: JSON.stringify(transports),
        };
      } catch {
        // The library throws on any invalid input.
        return undefined;
      }
    },

    async checkAssertion(assertion, passkey, isChallenge) {
      // The response also names its user, who must match.
      if (assertion.response.userHandle !== encodeUser(passkey.user_id)) return undefined;
      const { verifyAuthenticationResponse } = await loadLibrary();
      const { clientDataJSON, authenticatorData, signature } = assertion.response;
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: {
            ...assertion,
            ...noExtensions,
            response: { clientDataJSON, authenticatorData, signature },
          },
          expectedChallenge: isChallenge,
          expectedOrigin: publicUrl(),
          expectedRPID: host(),
          requireUserVerification: true,
          credential: {
            id: passkey.credential_id,
            publicKey: decode(passkey.public_key),
            counter: passkey.counter,
          },
        });
        return verified ? authenticationInfo.newCounter : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** The id by which an authenticator tells users apart. It contains no personal data. */
function encodeUser(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/**
 * Throws if the credential carries certificates. We request none, so browsers send none, and to check them the library
 * would fetch the addresses they contain.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await loadHelpers();
  const attestation = decodeAttestationObject(decode(attestationObject));
  const format = attestation.get('fmt');
  if (format === 'none') return;
  // Self-attestation, which browsers pass on unchanged.
  if (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined) return;
  throw new Error('certificates were not asked for');
}

function decode(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}
