import { encodeEvent, heartbeatMs } from './event-stream.ts';
import type { PersonalEvent, PersonalEvents } from './personal-events.ts';
import type { StreamClient } from './stream-client.ts';

/** With more missed or waiting events than this, the client gets a `reset` and reloads them instead. */
const maxMissed = 100;
const resetFrame = encodeEvent({ name: 'reset', data: ['alert'] });

/** Returns the sessions that have neither ended nor expired. */
export type FindLiveSessions = (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;

export interface PersonalStreamsDeps {
  readonly events: PersonalEvents;
  readonly findLiveSessions: FindLiveSessions;
  /** How often the sessions of open streams are checked, in addition to the check before each delivery. */
  readonly checkMs?: number | undefined;
}

/** Sends single users their own events in between the common ones. */
export interface PersonalStreams {
  /** Resumes after `afterId`, or starts now without one, until the client leaves or its session ends. */
  attach(client: StreamClient, user: { id: string; sessionId: string }, afterId: string | undefined): void;
  readonly clientCount: number;
  close(): void;
}

interface Member {
  readonly client: StreamClient;
  readonly sessionId: string;
  /** Not sent yet, oldest first. */
  inbox: PersonalEvent[];
  /** There were too many to send: the newest remains in the inbox. */
  isFlooded: boolean;
  /** The last event sent. */
  sentUpTo: bigint;
  /** Missed events are still being read; new ones follow them. */
  isCatchingUp: boolean;
}

function deliver(member: Member): void {
  const last = member.inbox.at(-1);
  if (member.isFlooded && last && BigInt(last.id) > member.sentUpTo) reset(member, last.id);
  for (const event of member.inbox) {
    if (BigInt(event.id) <= member.sentUpTo) continue;
    member.client.send(event);
    member.sentUpTo = BigInt(event.id);
  }
  [member.inbox, member.isFlooded] = [[], false];
  member.client.release();
}

/** Makes the client reload its events up to this one. */
function reset(member: Member, position: string): void {
  member.sentUpTo = BigInt(position);
  member.client.notify(resetFrame, position);
}

export function createPersonalStreams(deps: PersonalStreamsDeps): PersonalStreams {
  const { events, findLiveSessions } = deps;
  const members = new Set<Member>();
  let due = new Set<Member>();

  /** Ends the streams of ended sessions, and returns the others. */
  async function keepLive(waiting: readonly Member[]): Promise<Member[]> {
    const live = await findLiveSessions([...new Set(waiting.map(({ sessionId }) => sessionId))]);
    for (const { client, sessionId } of waiting) if (!live.has(sessionId)) client.end();
    return waiting.filter(({ sessionId }) => live.has(sessionId));
  }

  async function deliverDue(): Promise<void> {
    const waiting = [...due];
    due = new Set();
    try {
      for (const member of await keepLive(waiting)) deliver(member);
    } catch {
      // If the sessions can't be checked, the clients reconnect and resume.
      for (const { client } of waiting) client.end();
    }
  }

  function take(member: Member, event: PersonalEvent): void {
    // It may have come from a process ahead of this one.
    if (BigInt(event.id) <= member.sentUpTo) return;
    if (member.inbox.length >= maxMissed) [member.inbox, member.isFlooded] = [[], true];
    member.inbox.push(event);
    if (member.isCatchingUp) return;
    // Common events carry a position after this event's, so they wait until it is sent.
    member.client.hold();
    if (due.size === 0) setImmediate(() => void deliverDue());
    due.add(member);
  }

  /** A position ahead of all events comes from another database, for example from before a backup was restored. */
  const isUnknown = async (id: string) =>
    BigInt(id) > BigInt(events.position()) && BigInt(id) > BigInt(await events.latest());

  async function catchUp(member: Member, userId: string, afterId: string): Promise<void> {
    const missed = (await isUnknown(afterId)) ? null : await events.since(userId, afterId, maxMissed + 1);
    if (!missed || missed.length > maxMissed) {
      reset(member, events.position());
    } else {
      member.inbox.unshift(...missed);
    }
    member.isCatchingUp = false;
    deliver(member);
  }

  const timer = setInterval(() => {
    // If the database does not answer, no session is ended.
    if (members.size > 0) void keepLive([...members]).catch(() => undefined);
  }, deps.checkMs ?? heartbeatMs);
  timer.unref();

  return {
    attach(client, user, afterId) {
      const { sessionId } = user;
      const sentUpTo = BigInt(afterId ?? events.position());
      const member: Member = {
        client,
        sessionId,
        inbox: [],
        sentUpTo,
        isFlooded: false,
        isCatchingUp: afterId !== undefined,
      };
      members.add(member);
      const unsubscribe = events.subscribe(user.id, (event) => take(member, event));
      client.onEnd(() => {
        unsubscribe();
        members.delete(member);
      });
      if (afterId === undefined) return client.release();
      catchUp(member, user.id, afterId).catch(() => client.end());
    },
    get clientCount() {
      return members.size;
    },
    close: () => clearInterval(timer),
  };
}
