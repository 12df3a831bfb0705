/** The tabs of this browser that share a name. One of them leads. */
export interface TabGroup<Message> {
  /** Sends a message to all other tabs. */
  post(message: Message): void;
  /** Takes over from a leader that does not answer. */
  takeLead(): void;
  leave(): void;
}

interface TabGroupEvents<Message> {
  /** This tab leads from now on. */
  onLead(): void;
  /** Another tab took the lead. */
  onDemoted(): void;
  onMessage(message: Message): void;
}

/** Whether tabs can coordinate. They can't over plain http, where browsers have no locks. */
export const canTabsShare = (): boolean =>
  Boolean(navigator.locks) && typeof BroadcastChannel !== 'undefined';

/**
 * Joins the tabs with that name. The browser passes the lead on when the leader leaves, closes or crashes. Without
 * coordination, each tab leads itself.
 */
export function joinTabGroup<Message>(name: string, events: TabGroupEvents<Message>): TabGroup<Message> {
  if (!canTabsShare()) return createSoloGroup(events);
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  const hasLeft = new Promise<void>((resolve) => {
    leaving.signal.addEventListener('abort', () => resolve());
  });
  channel.onmessage = ({ data }: MessageEvent<Message>) => events.onMessage(data);

  /** Waits for the lead, and waits again after losing it. */
  async function queue(options: LockOptions): Promise<void> {
    let isLeading = false;
    try {
      await navigator.locks.request(name, options, () => {
        if (leaving.signal.aborted) return;
        isLeading = true;
        events.onLead();
        return hasLeft;
      });
    } catch {
      if (leaving.signal.aborted) return;
      // The browser has locks but doesn't grant them, so this tab works on its own.
      if (!isLeading) return events.onLead();
      events.onDemoted();
      void queue({ signal: leaving.signal });
    }
  }

  void queue({ signal: leaving.signal });
  return {
    post: (message) => !leaving.signal.aborted && channel.postMessage(message),
    takeLead: () => void queue({ steal: true }),
    leave() {
      leaving.abort();
      channel.close();
    },
  };
}

function createSoloGroup<Message>({ onLead }: TabGroupEvents<Message>): TabGroup<Message> {
  let hasLeft = false;
  queueMicrotask(() => !hasLeft && onLead());
  return {
    post: () => {},
    takeLead: () => {},
    leave: () => {
      hasLeft = true;
    },
  };
}
