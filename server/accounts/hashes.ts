import { timingSafeEqual } from 'node:crypto';
import { deriveKey, keyedHash } from '#server/platform/keys.ts';

/** Secrets are stored only as hashes, under a key that is not in the database. */
export interface Hashes {
  /** The secret of a cookie or a challenge. */
  ofSecret(secret: string): string;
  ofApiKey(key: string): string;
  /** A code, valid for one challenge only. */
  ofCode(challengeHash: string, code: string): string;
}

export function createHashes(secret: string): Hashes {
  const secretKey = deriveKey(secret, 'cookies');
  const apiKey = deriveKey(secret, 'api keys');
  const codeKey = deriveKey(secret, 'codes');
  return {
    ofSecret: (text) => keyedHash(secretKey, text),
    ofApiKey: (text) => keyedHash(apiKey, text),
    ofCode: (challengeHash, code) => keyedHash(codeKey, `${challengeHash} ${code}`),
  };
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
