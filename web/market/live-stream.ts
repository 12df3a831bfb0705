import type { MarketStatus, QuotesEvent } from '#contract/market.ts';
import { parseQuotesEvent, parseStatusEvent } from './live-quotes.ts';

/** `connecting` also between a lost connection and the next one; `paused` while the page is not seen. */
export type LiveState = 'off' | 'connecting' | 'live' | 'paused';

interface LiveStreamOptions {
  onState(state: LiveState): void;
  onQuotes(event: QuotesEvent): void;
  /** After each opening, so that one knows what was missed, and when the market's state or source changes. */
  onStatus(status: MarketStatus): void;
}

const streamPath = '/api/stream';
const firstRetry = 1000;
const lastRetry = 30_000;

/**
 * Follows the market's stream until stopped: reconnects by itself (the browser retries a lost connection, this
 * retries a refused one, ever slower), and lets go of the connection while the page is hidden.
 */
export function openLiveStream(options: LiveStreamOptions): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry = firstRetry;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const connect = () => {
    close();
    options.onState('connecting');
    const opened = new EventSource(streamPath);
    source = opened;
    opened.addEventListener('open', () => {
      retry = firstRetry;
      options.onState('live');
    });
    opened.addEventListener('quotes', ({ data }: MessageEvent<string>) => {
      const event = parseQuotesEvent(data);
      if (event) options.onQuotes(event);
    });
    opened.addEventListener('status', ({ data }: MessageEvent<string>) => {
      const status = parseStatusEvent(data);
      if (status) options.onStatus(status);
    });
    opened.addEventListener('error', () => {
      options.onState('connecting');
      if (opened.readyState !== EventSource.CLOSED) return;
      // Half of the wait is chance, so that a restarted server is not met by everyone at once.
      timer = setTimeout(connect, retry * (0.5 + Math.random() / 2));
      retry = Math.min(retry * 2, lastRetry);
    });
  };
  const followVisibility = () => {
    if (!document.hidden) return connect();
    close();
    options.onState('paused');
  };

  followVisibility();
  document.addEventListener('visibilitychange', followVisibility);
  return () => {
    document.removeEventListener('visibilitychange', followVisibility);
    close();
    options.onState('off');
  };
}
