import type { z } from 'zod';
import type { Parsed } from '../provider.ts';
import { UpstreamError } from '../provider.ts';

/**
 * Reads the first `maxRead` rows of a list: checking one can take a hundred times as long as receiving it. Skips and counts
 * the others, unreadable rows and repeated ids. Throws an `UpstreamError` if the body is not a list.
 */
export function parseRows<T extends { id: string }>(
  body: unknown,
  row: z.ZodType<T>,
  maxRead = 1000,
): Parsed<T> {
  if (!Array.isArray(body)) throw new UpstreamError('unreadable', 'The answer is not a list');
  const rows = new Map<string, T>();
  for (const candidate of body.slice(0, maxRead)) {
    const parsed = row.safeParse(candidate);
    if (parsed.success && !rows.has(parsed.data.id)) rows.set(parsed.data.id, parsed.data);
  }
  return { rows: [...rows.values()], rejected: body.length - rows.size };
}
