import { type DestinationStream, type Logger, pino } from 'pino';

/** JSON lines to `destination`, by default standard output. Redacts credentials in headers and rows rejected by a database. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const secrets = ['authorization', 'cookie', 'set-cookie', 'x-cg-demo-api-key', 'x-cg-pro-api-key'];
  const options = {
    level,
    base: null,
    redact: {
      paths: [
        ...secrets.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
        // PostgreSQL repeats the values of a rejected row there.
        'err.detail',
      ],
      censor: '[hidden]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
