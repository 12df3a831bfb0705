import { type DestinationStream, type Logger, pino } from 'pino';
import { serializeError } from './serialize-error.ts';

/** JSON lines to `destination`, by default standard output. Hides credentials in headers, and values in errors. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const secrets = ['authorization', 'cookie', 'set-cookie', 'x-cg-demo-api-key', 'x-cg-pro-api-key'];
  const options = {
    level,
    base: null,
    serializers: { err: serializeError },
    redact: {
      paths: secrets.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
      censor: '[hidden]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
