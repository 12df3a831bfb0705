import { z } from 'zod';

/** Text without control characters, of at most `max` characters. */
export const plainText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must be plain text');

/** From 1970 to 9999, because answers have years of four digits. */
export const instant = z
  .number()
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 31));
