import { type DestinationStream, type Logger, pino } from 'pino';
import { hideSecrets } from './hide-secrets.ts';
import { serializeError } from './serialize-error.ts';

/**
 * JSON lines to `destination`, by default standard output. Whatever is logged, at any level: headers with credentials
 * are redacted, errors reduced to what helps to find a fault, and each line is searched for what must not be in it.
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
