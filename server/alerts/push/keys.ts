import { createECDH } from 'node:crypto';
import { deriveKey } from '#server/platform/keys.ts';

/** The keys that identify this installation to push services (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * Derived, so that all processes share the keys without storing them, and a copy of the database is not enough to push
 * to its browsers.
 */
export function derivePushKeys(secret: string): PushKeys {
  for (let attempt = 0; ; attempt++) {
    const privateKey = deriveKey(secret, attempt === 0 ? 'web push' : `web push ${attempt}`);
    const curve = createECDH('prime256v1');
    try {
      curve.setPrivateKey(privateKey);
    } catch {
      // One in four billion candidates is not a valid key of this curve.
      continue;
    }
    return {
      publicKey: curve.getPublicKey('base64url'),
      privateKey: privateKey.toString('base64url'),
    };
  }
}
