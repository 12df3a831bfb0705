import type { Milliseconds } from '#contract/units.ts';
import type { ServerEvent } from './event-parser.ts';
import { openConnection } from './stream-connection.ts';
import type { EventMessage, StateMessage, StreamWants } from './stream-messages.ts';
import { readPosition, type StreamPosition, toEventId } from './stream-position.ts';
import { type StreamScope, TabWants } from './tab-wants.ts';

const streamPath = '/api/stream';
const paths = { alerts: `${streamPath}?events=alert`, all: streamPath } as const;
/** How long to keep events that no tab wants any more, because the next page often wants them again. */
const keepUnwanted: Milliseconds = 5_000;
/** How often the tabs are asked what they want. */
const askWantsEvery: Milliseconds = 60_000;

interface LeaderOptions {
  readonly token: string | null;
  /** This tab's position in the stream. */
  readonly getPosition: () => StreamPosition;
  /** Sends a message to all tabs, starting with this one. */
  publish(message: EventMessage | StateMessage): void;
  /** Asks all tabs what they want. */
  askWants(): void;
  onRefused(token: string): void;
}

/** Holds the single connection, with everything that any tab wants. */
export interface StreamLeader {
  setWants(tab: string, wants: StreamWants): void;
  removeTab(tab: string): void;
  publishState(): void;
  close(): void;
}

/** Connects as soon as a tab wants events. */
export function createStreamLeader(options: LeaderOptions): StreamLeader {
  const wants = new TabWants();
  const connection = createSharedConnection(options);
  const narrowing = createDelay(() => connection.connect(findScope()), keepUnwanted);
  const findScope = () => wants.findScope(options.token !== null);

  /** Widens the connection immediately, and narrows it after a delay. */
  function follow(): void {
    const needed = findScope();
    const isWider = connection.scope === 'nothing' || needed === 'all';
    if (needed === connection.scope) narrowing.cancel();
    else if (isWider) {
      narrowing.cancel();
      connection.connect(needed);
    } else narrowing.start();
  }

  const timer = setInterval(() => {
    options.askWants();
    wants.removeSilent();
    follow();
  }, askWantsEvery);

  return {
    setWants(tab, next) {
      wants.set(tab, next);
      follow();
    },
    removeTab(tab) {
      wants.remove(tab);
      follow();
    },
    publishState: connection.publishState,
    close() {
      clearInterval(timer);
      narrowing.cancel();
      connection.close();
    },
  };
}

/** The connection to the server, which publishes each event with its position. */
function createSharedConnection({ token, getPosition, publish, onRefused }: LeaderOptions) {
  let scope: StreamScope = 'nothing';
  let isOpen = false;
  let status: unknown = null;
  let close = () => {};

  const publishState = () =>
    publish({ kind: 'state', isLive: isOpen && scope === 'all', at: getPosition(), status });

  function setOpen(next: boolean): void {
    isOpen = next;
    status = null;
    publishState();
  }

  function onEvent({ name, data, id }: ServerEvent): void {
    const at = id === null ? getPosition() : readPosition(id, getPosition());
    const value = data === null ? undefined : parseJson(data);
    if (name === 'status' && value !== undefined) status = value;
    // The position counts even if the event could not be read, because a repeat would be unreadable too.
    if (value !== undefined) publish({ kind: 'event', name, data: value, at });
    else if (id !== null) publish({ kind: 'event', name: null, data: null, at });
  }

  return {
    get scope() {
      return scope;
    },
    publishState,
    connect(next: StreamScope) {
      close();
      scope = next;
      setOpen(false);
      if (next === 'nothing') close = () => {};
      else {
        close = openConnection({
          path: paths[next],
          token,
          getLastEventId: () => toEventId(getPosition()),
          onOpen: () => setOpen(true),
          onEvent,
          onLost: () => setOpen(false),
          onRefused,
        });
      }
    },
    close: () => close(),
  };
}

/** Runs a function once, a while after the first `start`, unless cancelled. */
function createDelay(run: () => void, ms: Milliseconds) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start() {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, ms);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Undefined if the text isn't JSON, because a proxy may have damaged the stream. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
