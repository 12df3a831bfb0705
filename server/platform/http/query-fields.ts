import { z } from 'zod';

/** A field's error message. A field given more than once arrives as a list. */
export const fieldError = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (Array.isArray(input) ? 'Must be given only once' : message),
});

/** Accepts digits only: other notations of a number (`0x10`, `1e2`) are more likely a mistake. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string(fieldError(message))
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, message)
    .transform(Number)
    .meta({ type: 'integer', minimum: min, maximum: max });

/** For the API description, which loses the defaults of transformed fields. */
export const describeDefault = (value: number) => ({ description: `${value} if it is not given` });
