import { timingSafeEqual } from 'node:crypto';
import { deriveKey, keyedHash } from '#server/platform/keys.ts';

/** Signed tokens that can pause one alert and nothing else. */
export interface PauseLinks {
  /** The token goes behind the `#` of a link, which no server on the way sees. */
  sign(alertId: string): string;
  /** The alert's id; undefined: the signature is wrong. */
  read(token: string): string | undefined;
}

/** `previousSecret`: one that is being replaced, whose links still work. */
export function createPauseLinks(secret: string, previousSecret?: string): PauseLinks {
  const signers = [secret, previousSecret].flatMap((one) => (one === undefined ? [] : createSigner(one)));
  return {
    sign: signers[0]!,
    read(token) {
      const [alertId = ''] = token.split('.', 1);
      return signers.some((sign) => isSame(token, sign(alertId))) ? alertId : undefined;
    },
  };
}

function createSigner(secret: string): (alertId: string) => string {
  const key = deriveKey(secret, 'pause links');
  return (alertId) => `${alertId}.${keyedHash(key, alertId)}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
