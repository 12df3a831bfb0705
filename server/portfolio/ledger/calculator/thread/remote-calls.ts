/** A thread's port, from either side. */
interface Port {
  postMessage(message: Message): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

export type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly reason: string };

export type Handlers = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** Calls across a port, in both directions. */
export class RemoteCalls {
  readonly #port: Port;
  readonly #handlers: Handlers;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  constructor(port: Port, handlers: Handlers) {
    this.#port = port;
    this.#handlers = handlers;
    port.on('message', (message) => this.#receive(message));
  }

  call(name: string, ...args: unknown[]): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#port.postMessage({ kind: 'call', id, name, args });
    return waiting.promise;
  }

  /** The other side is gone: nothing that waits will be answered. */
  end(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  #receive(message: Message): void {
    if (message.kind === 'call') {
      void this.#answer(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.value);
    else waiting?.reject(new Error(message.reason));
  }

  async #answer({ id, name, args }: Extract<Message, { kind: 'call' }>): Promise<void> {
    try {
      const handler = this.#handlers[name];
      if (!handler) throw new Error(`no such call: ${name}`);
      const value = await handler(...(args as never[]));
      this.#port.postMessage({ kind: 'answer', id, value });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#port.postMessage({ kind: 'failure', id, reason });
    }
  }
}
