import { z } from 'zod';

export const plainText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must be plain text');
export const instant = z.number().int().min(0).max(8.64e15);
