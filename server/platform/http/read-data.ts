import type { z } from 'zod';
import { AppError } from './app-error.ts';

/**
 * Validates part of a body against a schema. Throws `AppError('invalid_request')`, with each issue's field below
 * `path`.
 */
export function readData<T extends z.ZodType>(schema: T, data: unknown, path: string): z.output<T> {
  const { data: read, error } = schema.safeParse(data);
  if (!error) return read as z.output<T>;
  const issues = error.issues
    .slice(0, 100)
    .map((issue) => ({ path: [path, ...issue.path].join('.'), message: issue.message }));
  throw new AppError('invalid_request', issues[0]!.message, { issues });
}
