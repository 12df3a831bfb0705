import { encodeEvent, heartbeatMs } from './event-stream.ts';
import type { PersonalEvent, PersonalEvents } from './personal-events.ts';
import type { StreamClient } from './stream-client.ts';

/** More missed events than this are not told one by one: the client is told to ask for them. */
const mostMissed = 100;
const resetFrame = encodeEvent({ name: 'reset', data: ['alert'] });

/** Which of the sessions named have neither ended nor expired. */
export type FindLiveSessions = (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;

export interface PersonalStreamsDeps {
  readonly events: PersonalEvents;
  readonly findLiveSessions: FindLiveSessions;
  /** How often it is looked whether the sessions of open streams live. Besides, it is before anything is told. */
  readonly checkMs?: number | undefined;
}

/** Tells single users what happens to them, among the events for all. */
export interface PersonalStreams {
  /** Goes on from `afterId`, or begins now where it is absent, until the client leaves or its session ends. */
  attach(client: StreamClient, user: { id: string; sessionId: string }, afterId: string | undefined): void;
  readonly clientCount: number;
  close(): void;
}

interface Member {
  readonly client: StreamClient;
  readonly sessionId: string;
  /** Not told yet, oldest first. */
  inbox: PersonalEvent[];
  /** The last one told. */
  told: bigint;
  /** What was missed is still being read: what happens now comes after it. */
  isCatchingUp: boolean;
}

function deliver(member: Member): void {
  for (const event of member.inbox) {
    if (BigInt(event.id) <= member.told) continue;
    member.client.tell(event);
    member.told = BigInt(event.id);
  }
  member.inbox = [];
  member.client.release();
}

export function createPersonalStreams(deps: PersonalStreamsDeps): PersonalStreams {
  const { events, findLiveSessions } = deps;
  const members = new Set<Member>();
  let due = new Set<Member>();

  /** Ends the streams of those whose session has ended, and gives the others. */
  async function keepLive(asked: readonly Member[]): Promise<Member[]> {
    const live = await findLiveSessions([...new Set(asked.map(({ sessionId }) => sessionId))]);
    for (const { client, sessionId } of asked) if (!live.has(sessionId)) client.end();
    return asked.filter(({ sessionId }) => live.has(sessionId));
  }

  async function deliverDue(): Promise<void> {
    const asked = [...due];
    due = new Set();
    try {
      for (const member of await keepLive(asked)) deliver(member);
    } catch {
      // Nobody knows whose sessions live: they come back and go on from where they stand.
      for (const { client } of asked) client.end();
    }
  }

  function take(member: Member, event: PersonalEvent): void {
    member.inbox.push(event);
    if (member.isCatchingUp) return;
    // The events for all tell a place after this event's: they wait until it is told.
    member.client.hold();
    if (due.size === 0) setImmediate(() => void deliverDue());
    due.add(member);
  }

  /** A place that no event has come to yet is another database's, say from before a backup was restored. */
  const isUnknown = async (id: string) =>
    BigInt(id) > BigInt(events.position()) && BigInt(id) > BigInt(await events.latest());

  async function catchUp(member: Member, userId: string, afterId: string): Promise<void> {
    const missed = (await isUnknown(afterId)) ? null : await events.since(userId, afterId, mostMissed + 1);
    if (!missed || missed.length > mostMissed) {
      const position = events.position();
      member.told = BigInt(position);
      member.client.notify(resetFrame, position);
    } else {
      member.inbox.unshift(...missed);
    }
    member.isCatchingUp = false;
    deliver(member);
  }

  const timer = setInterval(() => {
    // A database that does not answer ends nobody's session.
    if (members.size > 0) void keepLive([...members]).catch(() => undefined);
  }, deps.checkMs ?? heartbeatMs);
  timer.unref();

  return {
    attach(client, user, afterId) {
      const { sessionId } = user;
      const told = BigInt(afterId ?? events.position());
      const member: Member = { client, sessionId, inbox: [], told, isCatchingUp: afterId !== undefined };
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
