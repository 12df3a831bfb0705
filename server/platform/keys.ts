import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** A key of 32 bytes for one purpose. Keys of different purposes reveal nothing about each other. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `altimeter ${purpose}`, 32));
}

/** HMAC-SHA-256 as base64url: without the key, even guessable texts can't be recovered from it. */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Compares two hashes or signatures in a time that depends only on their length. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** 256 random bits, as base64url. */
export function makeRandomSecret(): string {
  return randomBytes(32).toString('base64url');
}
