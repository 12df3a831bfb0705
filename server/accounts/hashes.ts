import { createHmac } from 'node:crypto';
import { deriveKey, isSameHash, keyedHash } from '#server/platform/keys.ts';

/**
 * Secrets are stored only as hashes, keyed with a key that is not in the database. While the installation's secret is
 * being rotated there are two keys: new hashes use the first, and the `all…` methods also return the hash under the
 * second.
 */
export interface Hashes {
  /** The secret of a cookie, a challenge or a link. */
  ofSecret(secret: string): string;
  allOfSecret(secret: string): readonly string[];
  ofApiKey(key: string): string;
  allOfApiKey(key: string): readonly string[];
  /** A code, or the challenge a passkey signs; `id` names what it is valid for. */
  ofCode(id: string, code: string): string;
  isCode(id: string, code: string, hash: string): boolean;
  /** The 5 bytes of the code with this id, one entry per key. Without a key the id reveals nothing about them. */
  codeBytes(id: string): readonly Buffer[];
}

const codeLength = 5;

export function createHashes(secret: string, previousSecret?: string): Hashes {
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  const secretHash = createHasher(secrets, 'cookies');
  const keyHash = createHasher(secrets, 'api keys');
  const codeHash = createHasher(secrets, 'codes');
  const codeKeys = secrets.map((one) => deriveKey(one, 'mailed codes'));
  return {
    ofSecret: (text) => secretHash(text)[0]!,
    allOfSecret: secretHash,
    ofApiKey: (text) => keyHash(text)[0]!,
    allOfApiKey: keyHash,
    ofCode: (id, code) => codeHash(`${id} ${code}`)[0]!,
    isCode: (id, code, hash) => codeHash(`${id} ${code}`).some((one) => isSameHash(one, hash)),
    codeBytes: (id) =>
      codeKeys.map((key) => createHmac('sha256', key).update(id).digest().subarray(0, codeLength)),
  };
}

function createHasher(secrets: readonly string[], purpose: string): (text: string) => readonly string[] {
  const keys = secrets.map((secret) => deriveKey(secret, purpose));
  return (text) => keys.map((key) => keyedHash(key, text));
}
