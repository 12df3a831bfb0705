import { vi } from 'vitest';

/** One connection to the stream, controlled by the test. */
export class FakeConnection {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly #answer: (response: Response) => void;
  #body: ReadableStreamDefaultController<Uint8Array> | undefined;
  isOver = false;

  constructor(url: string, init: RequestInit, settle: { answer(response: Response): void; fail(): void }) {
    this.url = url;
    this.headers = init.headers as Record<string, string>;
    this.#answer = settle.answer;
    init.signal?.addEventListener('abort', () => {
      this.end();
      settle.fail();
    });
  }

  get lastEventId(): string | undefined {
    return this.headers['Last-Event-ID'];
  }

  get token(): string | undefined {
    return this.headers.Authorization?.replace('Bearer ', '');
  }

  /** Accepts the connection, and sends the market's status and the stream's position. */
  open(id: string, status: object = { source: 'coingecko', state: 'live', asOf: null }): void {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#body = controller;
      },
    });
    this.#answer(new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } }));
    this.write(`retry: 2000\n\nevent: status\ndata: ${JSON.stringify(status)}\n\nid: ${id}\n\n`);
  }

  refuse(status: number, headers: Record<string, string> = {}): void {
    this.isOver = true;
    this.#answer(new Response('{}', { status, headers }));
  }

  send(name: string, data: unknown, id: string): void {
    this.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  write(text: string): void {
    if (!this.isOver) this.#body?.enqueue(new TextEncoder().encode(text));
  }

  /** Whether everything written has been read. */
  get isRead(): boolean {
    return (this.#body?.desiredSize ?? 0) > 0;
  }

  /** Drops the connection. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#body?.error(new Error('lost'));
  }
}

/** A server whose stream a test controls. `api` answers other calls. */
export class FakeStream {
  readonly connections: FakeConnection[] = [];
  api: (path: string) => unknown = () => ({});

  constructor() {
    vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
      if (!path.startsWith('/api/stream')) return Promise.resolve(Response.json(this.api(path)));
      return new Promise<Response>((answer, reject) => {
        const fail = () => reject(new Error('aborted'));
        this.connections.push(new FakeConnection(path, init, { answer, fail }));
      });
    });
  }

  get last(): FakeConnection {
    const last = this.connections.at(-1);
    if (!last) throw new Error('nobody has connected');
    return last;
  }

  get openCount(): number {
    return this.connections.filter(({ isOver }) => !isOver).length;
  }
}
