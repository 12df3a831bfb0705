import type { FastifyInstance } from 'fastify';
import type { Tx } from './database/transact.ts';
import type { RequestUser, RequireUser, SessionUser } from './http/request-user.ts';
import type { UserGate } from './http/user-gate.ts';
import type { PortableData } from './portable-data.ts';
import type { FindLiveSessions } from './streams/personal-streams.ts';

/** Work that continues as long as the process runs. */
export interface Job {
  /** Awaited before the server listens. */
  prepare?(): Promise<void>;
  /** Called once the server listens. */
  start(): void | Promise<void>;
  /** Resolves when the current work has ended. */
  stop(): Promise<void>;
}

/** Reads everything a domain stores about a user. A long list may be an async iterable of arrays, read in batches. */
export type Exporter = (userId: string) => Promise<unknown>;

/** What a domain stores about users. The `accounts` domain calls these to create, export and merge it. */
export interface UserData {
  /** By key in an export. */
  readonly exporters?: Readonly<Record<string, Exporter>>;
  /** By key in an export's `data`. */
  readonly portable?: Readonly<Record<string, PortableData>>;
  /** Each returns, as sentences, why accounts can't all be merged into another and what to do; undefined if they can. */
  readonly mergeObstacles?: readonly ((
    tx: Tx,
    fromUserIds: readonly string[],
    toUserId: string,
  ) => Promise<string | undefined>)[];
  /** Each moves the rows of one account to another. */
  readonly mergers?: readonly ((tx: Tx, fromUserId: string, toUserId: string) => Promise<void>)[];
  /** Each adds what a new account starts with. */
  readonly onAccountCreated?: readonly ((tx: Tx, userId: string) => Promise<void>)[];
  /** Each moves what belongs to a session to the one that replaces it in the same browser, for the same user. */
  readonly onSessionReplaced?: readonly ((tx: Tx, fromId: string, toId: string) => Promise<void>)[];
}

/** Who may use a route. */
export interface Access {
  /** Users, and programs with a user's API key. */
  readonly gate: UserGate<RequestUser>;
  readonly requireUser: RequireUser<RequestUser>;
  /** Signed-in users only. */
  readonly sessionGate: UserGate<SessionUser>;
  readonly requireSession: RequireUser<SessionUser>;
  readonly findLiveSessions: FindLiveSessions;
}

/** A composed domain: everything a `module.ts` can offer to the application. */
export interface Module extends UserData {
  readonly jobs?: readonly Job[];
  registerRoutes(app: FastifyInstance, access: Access): void | Promise<void>;
}
