import { createECDH } from 'node:crypto';
import { deriveKey } from '#server/platform/keys.ts';

/** The keys by which push services know this installation (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The same ones for the same secret: all processes of an installation have them without keeping them anywhere, and a
 * copy of the database is not enough to push to its browsers.
 */
export function derivePushKeys(secret: string): PushKeys {
  for (let attempt = 0; ; attempt++) {
    const privateKey = deriveKey(secret, attempt === 0 ? 'web push' : `web push ${attempt}`);
    const curve = createECDH('prime256v1');
    try {
      curve.setPrivateKey(privateKey);
    } catch {
      // One in four billion is no key of this curve: then the next.
      continue;
    }
    return {
      publicKey: curve.getPublicKey('base64url'),
      privateKey: privateKey.toString('base64url'),
    };
  }
}
