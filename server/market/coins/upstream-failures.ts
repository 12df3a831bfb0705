import { z } from 'zod';
import type { FailureCodec } from '#server/platform/redis/shared-answers.ts';
import { UpstreamError } from '../provider.ts';

const failureSchema = z.object({
  failure: z.enum(['rate_limited', 'unavailable', 'timeout', 'unreadable', 'refused']),
  message: z.string(),
  retryAfterMs: z.number().optional(),
});

/**
 * Provider failures are shared by all servers. An exhausted budget is not, because it depends on the requesting
 * network.
 */
export const upstreamFailures: FailureCodec = {
  encode(error) {
    if (!(error instanceof UpstreamError) || error.failure === 'over_budget') return undefined;
    const { failure, message, retryAfterMs } = error;
    return JSON.stringify({ failure, message, retryAfterMs });
  },
  decode(text) {
    const parsed = readFailure(text);
    if (!parsed) return new UpstreamError('unreadable', 'Another server could not read the answer');
    return new UpstreamError(parsed.failure, parsed.message, parsed.retryAfterMs);
  },
};

function readFailure(text: string): z.infer<typeof failureSchema> | undefined {
  try {
    return failureSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
