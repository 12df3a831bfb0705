import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRandomSecret } from '#server/platform/keys.ts';
import { reasonOf } from '#server/platform/reason-of.ts';
import { StartError } from '#server/platform/start-error.ts';

/**
 * The secret that this installation's keys are derived from: the configured one, or the one in `dataDir`, generated on
 * first use and readable only by its owner.
 */
export function loadSecret(dataDir: string, configured: string | undefined): string {
  if (configured !== undefined) return configured;
  const path = join(dataDir, 'token-secret');
  try {
    return readSecret(path) ?? makeSecret(path);
  } catch (error) {
    const reason = reasonOf(error);
    throw new StartError(`The secret in ${path} cannot be used: ${reason}.`, { cause: error });
  }
}

function readSecret(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text.length < 32)
      throw new Error(
        'it is too short; delete the file to get a new secret, after which everybody has to sign in again',
      );
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a draft and then links it, so that neither a crash nor another process ever sees a partial secret. */
function makeSecret(path: string): string {
  const secret = makeRandomSecret();
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
    publish(draft, path);
    return secret;
  } catch (error) {
    // If another process was first, use its secret.
    const made = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readSecret(path) : undefined;
    if (made === undefined) throw error;
    return made;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Throws `EEXIST` if the name is taken. */
function publish(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems have no hard links.
    renameSync(draft, path);
  }
}
