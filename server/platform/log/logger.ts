import { type DestinationStream, type Logger, pino } from 'pino';

/** JSON lines to `destination` (standard output by default). Credentials in headers, and rows that a database refused, are never written. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const secrets = ['authorization', 'cookie', 'set-cookie', 'x-cg-demo-api-key', 'x-cg-pro-api-key'];
  const options = {
    level,
    base: null,
    redact: {
      paths: [
        ...secrets.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
        // PostgreSQL repeats there the values of the row that it refused.
        'err.detail',
      ],
      censor: '[hidden]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
