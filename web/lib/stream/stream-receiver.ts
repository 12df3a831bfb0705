import type { EventMessage, StateMessage } from './stream-messages.ts';
import { noPosition, type StreamPosition } from './stream-position.ts';

interface ReceiverOptions {
  /** The tab's position in the common events under its previous token, or without one. */
  readonly q: string;
  onEvent(name: string, data: unknown): void;
  onLive(isLive: boolean): void;
}

/** Tracks what a tab has received from the stream, as leader or follower. */
export interface StreamReceiver {
  readonly position: StreamPosition;
  receive(message: EventMessage | StateMessage): void;
  setLive(isLive: boolean): void;
}

/** Forwards each event once, and a `reset` for missed events. */
export function createStreamReceiver({ q, onEvent, onLive }: ReceiverOptions): StreamReceiver {
  let position: StreamPosition = { ...noPosition, q };
  let isLive = false;

  function moveTo(at: StreamPosition): void {
    // Alerts may have fired between the page's requests and the start of the stream.
    const isBeginning = at.a !== '' && position.a === '';
    position = at;
    if (isBeginning) onEvent('reset', ['alert']);
  }

  function receiveEvent({ name, data, at }: EventMessage): void {
    const isKnown = name === 'alert' && position.a !== '' && Number(at.a) <= Number(position.a);
    moveTo(at);
    if (name !== null && !isKnown) onEvent(name, data);
  }

  function receiveState({ at, status, isLive: isLiveNow }: StateMessage): void {
    const missed = listMissed(position, at);
    moveTo(at);
    if (missed.length > 0) onEvent('reset', missed);
    if (isLiveNow && !isLive && status !== null) onEvent('status', status);
    setLive(isLiveNow);
  }

  function setLive(next: boolean): void {
    isLive = next;
    onLive(next);
  }

  return {
    get position() {
      return position;
    },
    receive: (message) => (message.kind === 'event' ? receiveEvent(message) : receiveState(message)),
    setLive,
  };
}

/** A state message follows all earlier events, so a different position means that this tab has missed some. */
function listMissed(position: StreamPosition, at: StreamPosition): readonly ('quotes' | 'alert')[] {
  const missed: ('quotes' | 'alert')[] = [];
  if (position.q !== '' && position.q !== at.q) missed.push('quotes');
  if (position.a !== '' && position.a !== at.a) missed.push('alert');
  return missed;
}
