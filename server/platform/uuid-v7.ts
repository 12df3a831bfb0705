import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** The number of values of the 12-bit counter within a millisecond. */
const maxCount = 4096;
const randomLength = 8;
/** Random bytes are drawn for many ids at a time: one call for each id would take ten times as long. */
const drawnLength = 512 * randomLength;

/**
 * Creates UUIDs of version 7 (RFC 9562). Each is greater than the previous one, even within a millisecond or after the
 * clock was set back.
 */
export function createUuidV7(clock: Clock): () => string {
  let last = 0;
  let drawn = Buffer.alloc(0);
  let used = 0;

  function draw(): Buffer {
    if (used === drawn.length) {
      drawn = randomBytes(drawnLength);
      used = 0;
    }
    used += randomLength;
    return drawn.subarray(used - randomLength, used);
  }

  return () => {
    // Time and counter form one number, so that a full millisecond overflows into the next.
    last = Math.max(last + 1, Math.floor(clock.now()) * maxCount);
    const time = Math.floor(last / maxCount)
      .toString(16)
      .padStart(12, '0');
    const count = (last % maxCount).toString(16).padStart(3, '0');
    const random = draw();
    // The variant: binary 10 in the first two bits.
    random[0] = (random[0]! & 0x3f) | 0x80;
    const rest = random.toString('hex');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${rest.slice(0, 4)}-${rest.slice(4)}`;
  };
}
