import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import type { LogFn } from 'pino';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];
type Written = Parameters<LogFn>;

/** A request's logger, made when there is first something to write: nearly every request ends without a line. */
class RequestLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: Options;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get #own(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(this.#bindings, this.#options);
    return this.#made;
  }

  get level(): string {
    return this.#own.level;
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#own.child(bindings, options);
  }

  fatal(...written: Written): void {
    this.#own.fatal(...written);
  }
  error(...written: Written): void {
    this.#own.error(...written);
  }
  warn(...written: Written): void {
    this.#own.warn(...written);
  }
  info(...written: Written): void {
    this.#own.info(...written);
  }
  debug(...written: Written): void {
    this.#own.debug(...written);
  }
  trace(...written: Written): void {
    this.#own.trace(...written);
  }
  silent(): void {}
}

type Factory = NonNullable<FastifyServerOptions['childLoggerFactory']>;

/** For the framework's option of that name. */
export const createRequestLogger: Factory = (parent, bindings, options) =>
  new RequestLogger(parent, bindings, options as Options) as unknown as FastifyBaseLogger;
