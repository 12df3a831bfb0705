import { z } from 'zod';

/** The words of a refusal. What is given more than once arrives as a list. */
export const say = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (Array.isArray(input) ? 'Must be given only once' : message),
});

/** Digits alone: what else a program reads as a number (`0x10`, `1e2`) is more likely a mistake. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string(say(message))
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, message)
    .transform(Number)
    .meta({ type: 'integer', minimum: min, maximum: max });

/** For the API's description, where the default of what is transformed is lost. */
export const orElse = (value: number) => ({ description: `${value} where it is not given` });
