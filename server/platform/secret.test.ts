import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deriveKey, keyedHash, loadSecret } from './secret.ts';
import { StartError } from './start-error.ts';

describe('the secret of an installation', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'altimeter-secret-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is made once, kept, and readable by its owner alone', () => {
    const made = loadSecret(folder, undefined);
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(loadSecret(folder, undefined)).toBe(made);
    const path = join(folder, 'token-secret');
    expect(readFileSync(path, 'utf8')).toBe(`${made}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is the configured one where there is one', () => {
    expect(loadSecret(folder, 'configured')).toBe('configured');
    expect(() => statSync(join(folder, 'token-secret'))).toThrow();
  });

  it('is refused where its file was cut short, without showing it', () => {
    writeFileSync(join(folder, 'token-secret'), 'short');
    chmodSync(join(folder, 'token-secret'), 0o600);
    expect(() => loadSecret(folder, undefined)).toThrow(StartError);
    expect(() => loadSecret(folder, undefined)).toThrow(/cut short/);
  });

  it('gives each purpose a key of its own', () => {
    const [one, other] = [deriveKey('secret', 'one'), deriveKey('secret', 'other')];
    expect(one).toHaveLength(32);
    expect(one.equals(other)).toBe(false);
    expect(one.equals(deriveKey('secret', 'one'))).toBe(true);
    expect(keyedHash(one, 'text')).not.toBe(keyedHash(other, 'text'));
  });
});
