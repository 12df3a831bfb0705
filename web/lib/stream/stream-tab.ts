import { createStreamLeader, type StreamLeader } from './stream-leader.ts';
import type { LeaderMessage, StreamNews, StreamState, StreamWants, TabMessage } from './stream-messages.ts';
import { nowhere, type StreamPosition } from './stream-position.ts';
import { joinTabGroup } from './tab-group.ts';

/**
 * How often it is looked whether the leader is there, after how long a silence it is asked, and how long its answer may
 * take before another tab takes its place: milliseconds. A browser may have put the leader's tab to sleep.
 */
const leaderCheck = { everyMs: 20_000, silentMs: 40_000, answerMs: 3_000 };

interface TabOptions {
  /** Whose stream it is: tabs with the same token share one. Null: nobody's. */
  readonly token: string | null;
  /** How far the tab was told what is for all, when it had another token or none. */
  readonly q: string;
  getWants(): StreamWants;
  onEvent(name: string, data: unknown): void;
  onLive(isLive: boolean): void;
  onRefused(token: string): void;
}

/** One tab's part in the stream that all tabs share. */
export interface StreamTab {
  readonly position: StreamPosition;
  /** Looks anew at what the page wants. */
  update(): void;
  /** Makes sure that somebody leads, and that nothing was missed while the browser let this tab sleep. */
  wake(): void;
  leave(): void;
}

/** Takes part until `leave`: leads where no other tab of the same token does, else listens to the one that leads. */
export function joinStream(options: TabOptions): StreamTab {
  const { token, onEvent } = options;
  const tab = Math.random().toString(36).slice(2);
  let position: StreamPosition = { ...nowhere, q: options.q };
  let leader: StreamLeader | undefined;
  let isLive = false;
  let heardAt = Date.now();
  let deadline: ReturnType<typeof setTimeout> | undefined;

  function moveTo(at: StreamPosition): void {
    // Nobody knows what happened to the user between the page's own questions and the beginning of the stream.
    const isBeginning = at.a !== '' && position.a === '';
    position = at;
    if (isBeginning) onEvent('reset', ['alert']);
  }

  function takeNews({ name, data, at }: StreamNews): void {
    const isKnown = name === 'alert' && position.a !== '' && Number(at.a) <= Number(position.a);
    moveTo(at);
    if (name !== null && !isKnown) onEvent(name, data);
  }

  function takeState(state: StreamState): void {
    const { at, status } = state;
    // The leader says nothing before what it said first, so another place means that this tab slept.
    const missed = [
      ...(position.q !== '' && position.q !== at.q ? ['quotes'] : []),
      ...(position.a !== '' && position.a !== at.a ? ['alert'] : []),
    ];
    moveTo(at);
    if (missed.length > 0) onEvent('reset', missed);
    if (state.isLive && !isLive && status !== null) onEvent('status', status);
    setLive(state.isLive);
  }

  function setLive(next: boolean): void {
    isLive = next;
    options.onLive(next);
  }

  function lead(): void {
    clearTimeout(deadline);
    leader = createStreamLeader({
      token,
      getPosition: () => position,
      tell(message) {
        if (message.kind === 'news') takeNews(message);
        else takeState(message);
        group.post(message);
      },
      callRoll() {
        group.post({ kind: 'roll' });
        tellWants();
      },
      onRefused: options.onRefused,
    });
    leader.setWants(tab, options.getWants());
    group.post({ kind: 'roll' });
  }

  function stopLeading(): void {
    leader?.close();
    leader = undefined;
  }

  function onMessage(message: TabMessage): void {
    if (message.kind === 'want') leader?.setWants(message.tab, message.wants);
    else if (message.kind === 'bye') leader?.removeTab(message.tab);
    else if (message.kind === 'ask') leader?.tellState();
    else if (!leader) hearLeader(message);
  }

  function hearLeader(message: LeaderMessage): void {
    heardAt = Date.now();
    clearTimeout(deadline);
    deadline = undefined;
    if (message.kind === 'roll') tellWants();
    else if (message.kind === 'news') takeNews(message);
    else takeState(message);
  }

  function tellWants(): void {
    const wants = options.getWants();
    if (leader) leader.setWants(tab, wants);
    else group.post({ kind: 'want', tab, wants });
  }

  function wake(): void {
    if (leader) return;
    group.post({ kind: 'ask' });
    deadline ??= setTimeout(() => {
      deadline = undefined;
      group.takeLead();
    }, leaderCheck.answerMs);
  }

  const group = joinTabGroup<TabMessage>(groupName(token), {
    onLead: lead,
    onDemoted() {
      stopLeading();
      setLive(false);
      tellWants();
      wake();
    },
    onMessage,
  });
  const check = setInterval(() => {
    if (Date.now() - heardAt > leaderCheck.silentMs) wake();
  }, leaderCheck.everyMs);
  tellWants();
  wake();

  return {
    get position() {
      return position;
    },
    update: tellWants,
    wake,
    leave() {
      clearInterval(check);
      clearTimeout(deadline);
      stopLeading();
      group.post({ kind: 'bye', tab });
      group.leave();
    },
  };
}

/** The last characters of a token are enough to tell it from others, and open nothing. */
const groupName = (token: string | null) => `altimeter:stream:${token?.slice(-16) ?? ''}`;
