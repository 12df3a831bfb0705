import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyCreation, PasskeyRequest } from '#contract/accounts/passkeys.ts';
import { vendorCertificate, vendorKey } from '../vendor-certificate.ts';
import { type CborValue, encodeCbor } from './cbor.ts';

/** Deviations of an authenticator or page from the request. */
export interface PasskeyFaults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly count?: number;
  readonly userHandle?: string | undefined;
  /** The attestation of a new passkey. Absent: none. */
  readonly attestation?: readonly [format: string, statement: CborValue] | 'own key' | 'vendor';
}

const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

/** A software authenticator with one passkey (ES256), and its browser. */
export class PasskeyDevice {
  readonly id = randomBytes(32);
  /** The use counter. Null if the device does not count. */
  count: number | null = 0;
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  /** The server's id of the passkey's owner. */
  userHandle = '';

  constructor(origin = 'http://localhost:3000') {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** The result of `navigator.credentials.create`, as JSON. */
  create({ rp, user, challenge }: PasskeyCreation, faults: PasskeyFaults = {}) {
    this.userHandle = user.id;
    const authData = Buffer.concat([
      this.#describe(rp.id, flags.hasCredential, faults),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#encodeKey(),
    ]);
    const clientData = this.#clientData('webauthn.create', challenge, faults);
    const [format, statement] = this.#attest(authData, clientData, faults);
    const attestation = encodeCbor(
      new Map<string, CborValue>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    );
    return {
      ...this.#names(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
        publicKeyAlgorithm: -7,
      },
    };
  }

  /** The result of `navigator.credentials.get`, as JSON. */
  sign({ rpId, challenge }: PasskeyRequest, faults: PasskeyFaults = {}) {
    if (this.count !== null) this.count += 1;
    const authData = this.#describe(rpId, 0, faults);
    const clientData = this.#clientData('webauthn.get', challenge, faults);
    return {
      ...this.#names(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signFor(this.#privateKey, authData, clientData).toString('base64url'),
        userHandle: 'userHandle' in faults ? faults.userHandle : this.userHandle,
      },
    };
  }

  #attest(
    authData: Buffer,
    clientData: Buffer,
    { attestation }: PasskeyFaults,
  ): readonly [string, CborValue] {
    if (attestation === undefined) return ['none', new Map()];
    if (typeof attestation !== 'string') return attestation;
    const isVendor = attestation === 'vendor';
    const statement = new Map<string, CborValue>([
      ['alg', -7],
      ['sig', signFor(isVendor ? vendorKey : this.#privateKey, authData, clientData)],
    ]);
    if (isVendor) statement.set('x5c', [vendorCertificate]);
    return ['packed', statement];
  }

  #names() {
    const id = this.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    };
  }

  #describe(rpId: string, more: number, faults: PasskeyFaults): Buffer {
    const { isPresent = true, isVerified = true } = faults;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.count ?? this.count ?? 0);
    const seen = (isPresent ? flags.present : 0) | (isVerified ? flags.verified : 0);
    return Buffer.concat([
      createHash('sha256')
        .update(faults.rpId ?? rpId)
        .digest(),
      Buffer.from([more | seen]),
      count,
    ]);
  }

  #clientData(type: string, challenge: string, faults: PasskeyFaults): Buffer {
    const data = {
      type: faults.type ?? type,
      challenge: faults.challenge ?? challenge,
      origin: faults.origin ?? this.#origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(data));
  }

  /** The public key in COSE: elliptic curve, ES256, P-256, and its point. */
  #encodeKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return encodeCbor(
      new Map<number, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }
}

function signFor(key: KeyObject, authData: Buffer, clientData: Buffer): Buffer {
  const hash = createHash('sha256').update(clientData).digest();
  return sign('sha256', Buffer.concat([authData, hash]), key);
}
