import { deriveKey, isSameHash, keyedHash } from '#server/platform/keys.ts';

/** Signed tokens that can only pause one alert. */
export interface PauseLinks {
  /** The token goes after the `#` of a link, so that no server on the way sees it. */
  sign(alertId: string): string;
  /** Returns the alert's id, or undefined if the signature is wrong. */
  read(token: string): string | undefined;
}

/** `previousSecret` is being replaced; links signed with it still work. */
export function createPauseLinks(secret: string, previousSecret?: string): PauseLinks {
  const signers = [secret, previousSecret].flatMap((one) => (one === undefined ? [] : createSigner(one)));
  return {
    sign: signers[0]!,
    read(token) {
      const [alertId = ''] = token.split('.', 1);
      return signers.some((sign) => isSameHash(token, sign(alertId))) ? alertId : undefined;
    },
  };
}

function createSigner(secret: string): (alertId: string) => string {
  const key = deriveKey(secret, 'pause links');
  return (alertId) => `${alertId}.${keyedHash(key, alertId)}`;
}
