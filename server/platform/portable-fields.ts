import { z } from 'zod';

/** Text without control characters, of at most `max` characters. */
export const plainText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must be plain text');

/** An instant from 1970 on that a `Date` can represent. */
export const instant = z.number().int().min(0).max(8.64e15);
