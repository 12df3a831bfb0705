/** One event of one user's, ready for the wire. */
export interface PersonalEvent {
  /** Its place: positions only grow, and compare as numbers where they are numerals. */
  readonly id: string;
  readonly event: 'alert';
  /** One line of JSON. */
  readonly data: string;
}

/** What happens to single users, to be told on their own streams. */
export interface PersonalEvents {
  /** Calls `send` for each event of the user's from now on, in order of their ids. Gives the way to end it. */
  subscribe(userId: string, send: (event: PersonalEvent) => void): () => void;
  /** The user's events after the one named, oldest first: all that were written, whichever process wrote them. */
  since(userId: string, afterId: string): Promise<PersonalEvent[]>;
}
