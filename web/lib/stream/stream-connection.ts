import { createEventParser, type ServerEvent } from './event-parser.ts';

interface ConnectionOptions {
  readonly path: string;
  /** The bearer token, for a user's own events too. */
  readonly token: string | null;
  /** Where to go on; empty: from now. */
  readonly getLastEventId: () => string;
  onOpen(): void;
  onEvent(event: ServerEvent): void;
  /** Lost, or not had; another try follows. */
  onLost(): void;
  /** The server takes the token for nobody's. */
  onRefused(token: string): void;
}

/** The server shows every 15 s that it is there. After this long without a sign the connection is dead: milliseconds. */
const silenceMs = 45_000;
/** How long to wait after a refusal, at first and at most, and after a loss where the server does not say. */
const waits = { first: 1_000, longest: 30_000, lost: 3_000 };

/** Half of the wait is chance, so that a server that starts again is not met by everyone at once. */
const scatter = (ms: number) => ms * (0.5 + Math.random() / 2);

/** Reads a stream of server-sent events until closed, and comes back by itself after every loss. Gives how to close. */
export function openConnection(options: ConnectionOptions): () => void {
  let isClosed = false;
  let retryMs = waits.lost;
  let refusedMs = waits.first;
  let attempt = new AbortController();
  let wake = () => {};

  /** Resolves after the wait, or as soon as the browser is online again or the connection is closed. */
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Reads until the end. Gives how long to wait before the next try. */
  async function read(): Promise<number> {
    attempt = new AbortController();
    const { signal } = attempt;
    let timer = setTimeout(() => attempt.abort(), silenceMs);
    const hear = () => {
      clearTimeout(timer);
      timer = setTimeout(() => attempt.abort(), silenceMs);
    };
    try {
      const lastEventId = options.getLastEventId();
      const response = await fetch(options.path, {
        headers: {
          Accept: 'text/event-stream',
          ...(options.token && { Authorization: `Bearer ${options.token}` }),
          ...(lastEventId && { 'Last-Event-ID': lastEventId }),
        },
        cache: 'no-store',
        signal,
      });
      if (!isStream(response)) return refuse(response);
      refusedMs = waits.first;
      options.onOpen();
      await readBody(response.body, hear);
      return retryMs;
    } catch {
      return retryMs;
    } finally {
      clearTimeout(timer);
    }
  }

  async function readBody(body: ReadableStream<Uint8Array>, hear: () => void): Promise<void> {
    const feed = createEventParser(
      (event) => !isClosed && options.onEvent(event),
      (ms) => {
        retryMs = ms;
      },
    );
    const reader = body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || isClosed) return;
      hear();
      feed(decoder.decode(value, { stream: true }));
    }
  }

  function refuse(response: Response): number {
    void response.body?.cancel();
    if (response.status === 401 && options.token) options.onRefused(options.token);
    const told = Number(response.headers.get('Retry-After')) || 0;
    const ms = Math.max(refusedMs, told * 1000);
    refusedMs = Math.min(refusedMs * 2, waits.longest);
    return ms;
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      const ms = await read();
      if (isClosed) return;
      options.onLost();
      await wait(scatter(ms));
    }
  }

  const onOnline = () => wake();
  addEventListener('online', onOnline);
  void run();
  return () => {
    isClosed = true;
    removeEventListener('online', onOnline);
    attempt.abort();
    wake();
  };
}

type StreamResponse = Response & { readonly body: ReadableStream<Uint8Array> };

/** What a network's own sign-in page answers is none, whatever its status. */
function isStream(response: Response): response is StreamResponse {
  const type = response.headers.get('Content-Type') ?? '';
  return response.ok && response.body !== null && type.startsWith('text/event-stream');
}
