import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Values of the 12 bits that count within a millisecond. */
const maxCount = 4096;

/**
 * Makes UUIDs of version 7 (RFC 9562): each is greater than the one before, also within a millisecond and when the clock
 * is set back.
 */
export function createUuidV7(clock: Clock): () => string {
  let last = 0;
  return () => {
    // The time and the count as one number, so that a full millisecond runs over into the next.
    last = Math.max(last + 1, Math.floor(clock.now()) * maxCount);
    const time = Math.floor(last / maxCount)
      .toString(16)
      .padStart(12, '0');
    const count = (last % maxCount).toString(16).padStart(3, '0');
    const random = randomBytes(8);
    // The variant: binary 10 in the first two bits.
    random[0] = (random[0]! & 0x3f) | 0x80;
    const rest = random.toString('hex');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${rest.slice(0, 4)}-${rest.slice(4)}`;
  };
}
