import { createRequire } from 'node:module';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { AppError } from '#server/platform/http/app-error.ts';

export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The origin to call instead of Stripe's; undefined to call Stripe itself. */
  readonly apiUrl: string | undefined;
  /** The coupon behind "50% off the first month"; undefined if there is no such offer. */
  readonly firstMonthCoupon: string | undefined;
}

/** Timeout of a call to Stripe, so that neither visitors nor webhooks wait long. */
const timeoutMs = 10_000;
const retryAfterSeconds = 5;

const require = createRequire(import.meta.url);
/** Loaded only with Stripe keys, because the library takes 6 MB of heap. */
const loadStripe = (): typeof Stripe => require('stripe');

/** The official SDK, with our timeout and one retry. */
export function createStripeClient({ secretKey, apiUrl }: StripeConfig): Stripe {
  const Client = loadStripe();
  return new Client(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Altimeter' },
    ...(apiUrl !== undefined && serverOf(apiUrl)),
  });
}

function serverOf(apiUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isHttps = protocol === 'https:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (isHttps ? '443' : '80'),
    protocol: isHttps ? 'https' : 'http',
  };
}

/** Runs calls to Stripe. A failure is logged without the data sent, and becomes `payments_unavailable`. */
export async function callStripe<T>(logger: Pick<Logger, 'warn'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof loadStripe().errors.StripeError)) throw error;
    const { type, code, statusCode, requestId, param } = error;
    // Stripe repeats a rejected e-mail address in its message.
    const message = error.message.replace(/[^\s'":<]{1,100}@[^\s'">]+/g, '[address]');
    logger.warn({ stripe: { type, code, statusCode, requestId, param, message } }, 'a call to Stripe failed');
    throw new AppError(
      'payments_unavailable',
      'The payment service could not be reached. Please try again in a moment.',
      { retryAfter: retryAfterSeconds },
    );
  }
}

/** Returns the result of `work`, or null if Stripe reports that the resource does not exist. */
export async function unlessMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const { StripeInvalidRequestError } = loadStripe().errors;
    if (error instanceof StripeInvalidRequestError && error.code === 'resource_missing') {
      return null;
    }
    throw error;
  }
}
