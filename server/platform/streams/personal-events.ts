/** An event of one user, ready for the wire. */
export interface PersonalEvent {
  /** Its position among all users' events: a positive integer. */
  readonly id: string;
  readonly event: 'alert';
  /** One line of JSON. */
  readonly data: string;
}

/**
 * Events of single users, for their personal streams. The events of all users share one order, that of their ids, and
 * are sent in it, whichever process wrote them.
 */
export interface PersonalEvents {
  /**
   * The newest id that this process has sent to subscribers; `0` before the first. A new subscriber gets everything
   * after it, and streams report it as the position to resume from.
   */
  position(): string;
  /** The highest id of any event so far. */
  latest(): Promise<string>;
  /** Calls `send` for each further event of the user, in order. Returns the unsubscribe function. */
  subscribe(userId: string, send: (event: PersonalEvent) => void): () => void;
  /** Up to `limit` events of the user after an id, oldest first, including all written so far. */
  since(userId: string, afterId: string, limit: number): Promise<PersonalEvent[]>;
}
