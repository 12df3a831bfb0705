/** One event of one user's, ready for the wire. */
export interface PersonalEvent {
  /** Its place in the order of all users' events: a whole number above 0. */
  readonly id: string;
  readonly event: 'alert';
  /** One line of JSON. */
  readonly data: string;
}

/**
 * What happens to single users, to be told on their own streams. All users' events have one order, that of their ids,
 * and are sent in it, whichever process wrote them: one that was written earlier is never sent later.
 */
export interface PersonalEvents {
  /**
   * The newest id that was sent to its user's subscribers here; `0` before the first ever. Whoever subscribes now gets
   * all that follows it, and everybody's streams tell it as the place to resume from.
   */
  position(): string;
  /** No event of any user has, or had, a greater id than this. */
  latest(): Promise<string>;
  /** Calls `send` for each event of the user's from now on, in order. Gives the way to end it. */
  subscribe(userId: string, send: (event: PersonalEvent) => void): () => void;
  /** The user's events after the one named, oldest first, at most `limit`: all that are written by now. */
  since(userId: string, afterId: string, limit: number): Promise<PersonalEvent[]>;
}
