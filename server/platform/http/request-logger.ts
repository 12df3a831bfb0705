import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import type { LogFn } from 'pino';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];
type Written = Parameters<LogFn>;

/** A request's logger, created with its first line, because nearly all requests log nothing. */
class RequestLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: Options;
  #created: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get #logger(): FastifyBaseLogger {
    this.#created ??= this.#parent.child(this.#bindings, this.#options);
    return this.#created;
  }

  get level(): string {
    return this.#logger.level;
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#logger.child(bindings, options);
  }

  fatal(...written: Written): void {
    this.#logger.fatal(...written);
  }
  error(...written: Written): void {
    this.#logger.error(...written);
  }
  warn(...written: Written): void {
    this.#logger.warn(...written);
  }
  info(...written: Written): void {
    this.#logger.info(...written);
  }
  debug(...written: Written): void {
    this.#logger.debug(...written);
  }
  trace(...written: Written): void {
    this.#logger.trace(...written);
  }
  silent(): void {}
}

type Factory = NonNullable<FastifyServerOptions['childLoggerFactory']>;

/** For Fastify's `childLoggerFactory`. */
export const createRequestLogger: Factory = (parent, bindings, options) =>
  new RequestLogger(parent, bindings, options as Options) as unknown as FastifyBaseLogger;
