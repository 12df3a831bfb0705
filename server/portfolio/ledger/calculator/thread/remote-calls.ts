import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable-error.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { reasonOf } from '#server/platform/reason-of.ts';

/** A port to another thread, from either side. */
interface Port {
  postMessage(message: Message, transfer?: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

export type Message =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly name: string;
      readonly args: readonly unknown[];
      /** The other side's call that this one is made for. */
      readonly during: number | undefined;
    }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | {
      readonly kind: 'failure';
      readonly id: number;
      readonly reason: string;
      /** The code of a `DatabaseUnavailableError`. */
      readonly outage: string | null;
      /** An error meant for the user. */
      readonly refusal: Pick<AppError, 'code' | 'message' | 'retryAfter'> | null;
    };

type Failure = Extract<Message, { kind: 'failure' }>;

export type Handlers = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

interface WaitingCall extends PromiseWithResolvers<unknown> {
  readonly inContext: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

/**
 * Makes and answers calls across a port. A call that the other side makes while it handles one of ours runs in the
 * context of ours, and so for the same requester.
 */
export class RemoteCalls {
  readonly #port: Port;
  readonly #handlers: Handlers;
  readonly #waiting = new Map<number, WaitingCall>();
  /** The other side's call being handled. */
  readonly #handled = new AsyncLocalStorage<number>();
  #lastId = 0;

  constructor(port: Port, handlers: Handlers) {
    this.#port = port;
    this.#handlers = handlers;
    port.on('message', (message) => this.#receive(message));
  }

  /** Calls the other side. Throws an error of the same class as the other side's for outages and refusals. */
  call(name: string, ...args: unknown[]): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    // This throws if the arguments can't be sent; then nothing must wait for an answer.
    this.#port.postMessage({ kind: 'call', id, name, args, during: this.#handled.getStore() });
    const waiting = { ...Promise.withResolvers<unknown>(), inContext: AsyncLocalStorage.snapshot() };
    this.#waiting.set(id, waiting);
    return waiting.promise;
  }

  /** The other side is gone: rejects all open calls. */
  end(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  #receive(message: Message): void {
    if (message.kind === 'call') {
      const { inContext } = this.#waiting.get(message.during ?? 0) ?? {};
      const answer = () => void this.#handled.run(message.id, () => this.#answer(message));
      if (inContext) inContext(answer);
      else answer();
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.value);
    else waiting?.reject(toError(message));
  }

  async #answer({ id, name, args }: Extract<Message, { kind: 'call' }>): Promise<void> {
    try {
      const handler = this.#handlers[name];
      if (!handler) throw new Error(`no such call: ${name}`);
      const value = await handler(...(args as never[]));
      this.#port.postMessage({ kind: 'answer', id, value }, listBuffers(value));
    } catch (error) {
      const reason = reasonOf(error);
      const outage = error instanceof DatabaseUnavailableError ? error.code : null;
      const refusal = error instanceof AppError ? toRefusal(error) : null;
      this.#port.postMessage({ kind: 'failure', id, reason, outage, refusal });
    }
  }
}

const toRefusal = ({ code, message, retryAfter }: AppError) => ({ code, message, retryAfter });

/** Restores the error's class, which messages lose and by which callers recognize outages and refusals. */
function toError({ reason, outage, refusal }: Failure): Error {
  if (refusal) {
    const { code, message, retryAfter } = refusal;
    return new AppError(code, message, retryAfter === undefined ? {} : { retryAfter });
  }
  return outage === null
    ? new Error(reason)
    : new DatabaseUnavailableError(outage, { cause: new Error(reason) });
}

/** The buffers to transfer instead of copying: those that the bytes fill entirely. */
function listBuffers(value: unknown): ArrayBuffer[] {
  if (!(value instanceof Uint8Array)) return [];
  const { buffer, byteLength } = value;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
