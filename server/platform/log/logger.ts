import { type DestinationStream, type Logger, pino } from 'pino';
import { hideSecrets } from './hide-secrets.ts';
import { serializeError } from './serialize-error.ts';

/**
 * Logs JSON lines to `destination`, by default standard output. At any level, headers with credentials are redacted,
 * errors are reduced to what helps to find a fault, and each line is searched for secrets.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const secrets = ['authorization', 'cookie', 'set-cookie', 'x-cg-demo-api-key', 'x-cg-pro-api-key'];
  const options = {
    level,
    base: null,
    redact: {
      paths: secrets.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
      censor: '[hidden]',
    },
    serializers: { err: serializeError },
    hooks: { streamWrite: hideSecrets },
  };
  return destination ? pino(options, destination) : pino(options);
}
