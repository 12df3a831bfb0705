import { z } from 'zod';

/** Text without control characters, of at most `max` characters. */
export const plainText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must be plain text');

/** An instant of the years 1970 to 9999: responses can't show later ones. */
export const instant = z
  .number()
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 31, 23, 59, 59, 999));
