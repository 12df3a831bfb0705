import type { ServerEvent } from './event-parser.ts';
import { openConnection } from './stream-connection.ts';
import type { StreamNews, StreamState, StreamWants } from './stream-messages.ts';
import { readPosition, type StreamPosition, toEventId } from './stream-position.ts';

const streamPath = '/api/stream';
const alertsPath = `${streamPath}?events=alert`;
/** What nobody wants any more is kept this long: a page that changes wants it again at once. Milliseconds. */
const keepMs = 5_000;
/** How often the tabs are asked what they want, and how long an answer counts: one that crashed says no goodbye. */
const rollMs = 60_000;
const countsMs = 150_000;

interface LeaderOptions {
  readonly token: string | null;
  /** How far this tab was told. */
  readonly getPosition: () => StreamPosition;
  /** Tells all tabs, this one first. */
  tell(message: StreamNews | StreamState): void;
  /** Asks all tabs what they want. */
  callRoll(): void;
  onRefused(token: string): void;
}

/** Holds the one connection, for as much as any tab wants. */
export interface StreamLeader {
  setWants(tab: string, wants: StreamWants): void;
  removeTab(tab: string): void;
  tellState(): void;
  close(): void;
}

type Scope = 'nothing' | 'alerts' | 'all';

export function createStreamLeader(options: LeaderOptions): StreamLeader {
  const { token, getPosition, tell } = options;
  const wantsByTab = new Map<string, { wants: StreamWants; at: number }>();
  let scope: Scope = 'nothing';
  let isOpen = false;
  let status: unknown = null;
  let closeConnection = () => {};
  let narrowing: ReturnType<typeof setTimeout> | undefined;

  const tellState = () =>
    tell({ kind: 'state', isLive: isOpen && scope === 'all', at: getPosition(), status });
  const setOpen = (next: boolean) => {
    isOpen = next;
    status = null;
    tellState();
  };

  function onEvent({ name, data, id }: ServerEvent): void {
    const at = id === null ? getPosition() : readPosition(id, getPosition());
    const value = data === null ? undefined : parse(data);
    if (name === 'status' && value !== undefined) status = value;
    // A place counts even where its event could not be read: asked for again, it would be the same.
    if (value !== undefined) tell({ kind: 'news', name, data: value, at });
    else if (id !== null) tell({ kind: 'news', name: null, data: null, at });
  }

  function connect(next: Scope): void {
    closeConnection();
    clearTimeout(narrowing);
    narrowing = undefined;
    scope = next;
    setOpen(false);
    closeConnection = next === 'nothing' ? () => {} : open(next === 'all' ? streamPath : alertsPath);
  }

  const open = (path: string) =>
    openConnection({
      path,
      token,
      getLastEventId: () => toEventId(getPosition()),
      onOpen: () => setOpen(true),
      onEvent,
      onLost: () => setOpen(false),
      onRefused: options.onRefused,
    });

  function findScope(): Scope {
    const wants = [...wantsByTab.values()].map((tab) => tab.wants);
    if (wants.some(({ market }) => market)) return 'all';
    return token !== null && wants.some(({ alerts }) => alerts) ? 'alerts' : 'nothing';
  }

  function follow(): void {
    const wanted = findScope();
    if (wanted === scope) {
      clearTimeout(narrowing);
      narrowing = undefined;
    } else if (scope === 'nothing' || wanted === 'all') connect(wanted);
    else narrowing ??= setTimeout(() => connect(findScope()), keepMs);
  }

  const roll = setInterval(() => {
    options.callRoll();
    const oldest = Date.now() - countsMs;
    for (const [tab, { at }] of wantsByTab) if (at < oldest) wantsByTab.delete(tab);
    follow();
  }, rollMs);

  return {
    setWants(tab, wants) {
      wantsByTab.set(tab, { wants, at: Date.now() });
      follow();
    },
    removeTab(tab) {
      wantsByTab.delete(tab);
      follow();
    },
    tellState,
    close() {
      clearInterval(roll);
      clearTimeout(narrowing);
      closeConnection();
    },
  };
}

/** Undefined where it is not JSON: a stream can be meddled with on its way. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
