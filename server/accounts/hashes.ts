import { timingSafeEqual } from 'node:crypto';
import { deriveKey, keyedHash } from '#server/platform/keys.ts';

/** How secrets are kept: as hashes under a key that is not in the database. */
export interface Hashes {
  /** Of a cookie's or a challenge's secret. */
  ofSecret(secret: string): string;
  /** Of an API key. */
  ofApiKey(key: string): string;
  /** Of a code, which counts for one challenge only. */
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

/** Whether two hashes are the same, in a time that does not tell where they differ. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
