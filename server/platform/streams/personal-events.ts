/** An event of one user, ready for the wire. */
export interface PersonalEvent {
  /** Its position among all users' events: a whole number above 0. */
  readonly id: string;
  readonly event: 'alert';
  /** One line of JSON. */
  readonly data: string;
}

/**
 * Events of single users, for their own streams. The events of all users have one order, that of their ids, and are
 * sent in it, regardless of the process that wrote them.
 */
export interface PersonalEvents {
  /**
   * The newest id that this process has sent to subscribers; `0` before the first. A new subscriber gets everything
   * after it, and streams report it as the position to resume from.
   */
  position(): string;
  /** The greatest id of any event so far. */
  latest(): Promise<string>;
  /** Calls `send` for each further event of the user, in order. Returns the function that stops it. */
  subscribe(userId: string, send: (event: PersonalEvent) => void): () => void;
  /** Up to `limit` events of the user after an id, oldest first, including all written so far. */
  since(userId: string, afterId: string, limit: number): Promise<PersonalEvent[]>;
}
