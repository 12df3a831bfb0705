import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** 128 random bits, as base64url. */
export function makeInboxKey(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Writes the key for this user's programs, readable by no other user. Replaces the key of an earlier start, whatever
 * its mode.
 */
export function writeInboxKey(dataDir: string, key: string): void {
  const path = join(dataDir, 'inbox-key');
  const draft = `${path}.${randomUUID()}`;
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(draft, `${key}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Compares in constant time. */
export function isInboxKey(given: unknown, key: string): boolean {
  if (typeof given !== 'string') return false;
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}
