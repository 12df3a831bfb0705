import { timingSafeEqual } from 'node:crypto';
import { deriveKey, keyedHash } from '#server/platform/keys.ts';

/** Signed tokens that can pause one alert and nothing else. */
export interface PauseLinks {
  /** The token goes behind the `#` of a link, which no server on the way sees. */
  sign(alertId: string): string;
  /** The alert's id; undefined: the signature is wrong. */
  read(token: string): string | undefined;
}

export function createPauseLinks(secret: string): PauseLinks {
  const key = deriveKey(secret, 'pause links');
  const sign = (alertId: string) => `${alertId}.${keyedHash(key, alertId)}`;
  return {
    sign,
    read(token) {
      const [alertId = ''] = token.split('.', 1);
      const [given, right] = [Buffer.from(token), Buffer.from(sign(alertId))];
      return given.length === right.length && timingSafeEqual(given, right) ? alertId : undefined;
    },
  };
}
