import type { Milliseconds } from '#contract/units.ts';
import { createEventParser, type ServerEvent } from './event-parser.ts';

interface ConnectionOptions {
  readonly path: string;
  /** The bearer token, to receive the user's own events too. */
  readonly token: string | null;
  /** The position to resume from; empty: start now. */
  readonly getLastEventId: () => string;
  onOpen(): void;
  onEvent(event: ServerEvent): void;
  /** The connection was lost or refused; another attempt follows. */
  onLost(): void;
  /** The server doesn't accept the token. */
  onRefused(token: string): void;
}

/** The server sends a heartbeat every 15 s. After a longer silence than this, the connection is dead. */
const maxSilence: Milliseconds = 45_000;
/** The first and the longest wait after a refusal, and the wait after a loss if the server gives none. */
const waits = { first: 1_000, max: 30_000, lost: 3_000 } satisfies Record<string, Milliseconds>;

/** Half of the wait is random, so that clients do not all return to a restarted server at once. */
const scatter = (ms: Milliseconds) => ms * (0.5 + Math.random() / 2);

/** Reads a stream of server-sent events, reconnecting after every loss. Returns a function that closes it. */
export function openConnection(options: ConnectionOptions): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  const pause = createPause();
  const connection = { retryMs: waits.lost, refusedMs: waits.first };

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const ms = await attempt(options, connection, signal);
      if (signal.aborted) return;
      options.onLost();
      await pause.wait(scatter(ms));
    }
  }

  addEventListener('online', pause.end, { signal });
  void run();
  return () => {
    closing.abort();
    pause.end();
  };
}

/** State carried from one attempt to the next. */
interface RetryState {
  /** The wait after a loss; the server can change it. */
  retryMs: Milliseconds;
  /** The wait after the next refusal. */
  refusedMs: Milliseconds;
}

/** Connects and reads until the connection ends. Returns the wait before the next attempt. */
async function attempt(
  options: ConnectionOptions,
  state: RetryState,
  closed: AbortSignal,
): Promise<Milliseconds> {
  const silence = watchSilence();
  try {
    const response = await request(options, AbortSignal.any([closed, silence.signal]));
    if (!isStream(response)) return refuse(response, options, state);
    state.refusedMs = waits.first;
    options.onOpen();
    const feed = createEventParser(
      (event) => !closed.aborted && options.onEvent(event),
      (ms) => {
        state.retryMs = ms;
      },
    );
    await readText(response.body, (text) => {
      silence.restart();
      feed(text);
    });
    return state.retryMs;
  } catch {
    return state.retryMs;
  } finally {
    silence.stop();
  }
}

function request({ path, token, getLastEventId }: ConnectionOptions, signal: AbortSignal): Promise<Response> {
  const lastEventId = getLastEventId();
  return fetch(path, {
    headers: {
      Accept: 'text/event-stream',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(lastEventId && { 'Last-Event-ID': lastEventId }),
    },
    cache: 'no-store',
    signal,
  });
}

async function readText(body: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onText(decoder.decode(value, { stream: true }));
  }
}

/** Records a refusal. Returns the wait, which doubles each time and is at least the server's `Retry-After`. */
function refuse(response: Response, options: ConnectionOptions, state: RetryState): Milliseconds {
  void response.body?.cancel();
  if (response.status === 401 && options.token) options.onRefused(options.token);
  const retryAfter = Number(response.headers.get('Retry-After')) || 0;
  const ms = Math.max(state.refusedMs, retryAfter * 1000);
  state.refusedMs = Math.min(state.refusedMs * 2, waits.max);
  return ms;
}

/** Aborts its signal after `maxSilence`, counted from the last `restart`. */
function watchSilence() {
  const silent = new AbortController();
  const start = () => setTimeout(() => silent.abort(), maxSilence);
  let timer = start();
  return {
    signal: silent.signal,
    restart() {
      clearTimeout(timer);
      timer = start();
    },
    stop: () => clearTimeout(timer),
  };
}

/** A wait that can be cut short. */
function createPause() {
  let end = () => {};
  return {
    wait: (ms: Milliseconds) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}

type StreamResponse = Response & { readonly body: ReadableStream<Uint8Array> };

/** The login page of a public network is not a stream, even with status 200. */
function isStream(response: Response): response is StreamResponse {
  const type = response.headers.get('Content-Type') ?? '';
  return response.ok && response.body !== null && type.startsWith('text/event-stream');
}
