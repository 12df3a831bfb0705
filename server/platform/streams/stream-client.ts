import type { Socket } from 'node:net';
import type { EventLog } from './event-log.ts';
import { formatPosition } from './stream-position.ts';

/** Beats of the heart that a client may take to read what it missed, of which it holds `maxBehindBytes` at a time. */
const patienceBeats = 2;

/** One who reads a stream. */
export interface StreamClient {
  readonly isOpen: boolean;
  /** Keeps the events for all back until `release`, so that what is told meanwhile keeps its place among them. */
  hold(): void;
  /** Tells what was held back, and goes on. */
  release(): void;
  /** Tells an event of the client's own user: `id` is its place among those of all users. */
  tell(event: { id: string; event: string; data: string }): void;
  /** Tells an event that has no place, and where the client stands. */
  notify(frame: Buffer, personalPosition?: string): void;
  /** Ends the stream once what was told has been read; at once where the client does not read. */
  end(): void;
  onEnd(listener: () => void): void;
}

/** What a client's stream needs of the server's. */
export interface ClientHost {
  readonly log: EventLog;
  readonly maxBehindBytes: number;
  /** From now on the client is up to date, and wants every event as it comes. */
  join(client: ServedClient): void;
  leave(client: ServedClient): void;
  /** Ends the stream of one that does not read. */
  drop(client: ServedClient): void;
  /** Writes no more to it. */
  forget(client: ServedClient): void;
}

/** A client as its server sees it: up to date, or reading what it missed at its own pace, or held. */
export class ServedClient implements StreamClient {
  readonly socket: Socket;
  readonly #host: ClientHost;
  /** The last event for all that was told before it fell out of step; undefined: it does not want them. */
  #told: number | undefined;
  /** The last personal event told; undefined: it is nobody's. */
  #personal: string | undefined;
  #isHeld = true;
  #waitedBeats: number | undefined;

  constructor(socket: Socket, host: ClientHost, told: number | undefined) {
    this.socket = socket;
    this.#host = host;
    this.#told = told;
  }

  get isOpen(): boolean {
    return !this.socket.destroyed && !this.socket.writableEnded;
  }

  get isMember(): boolean {
    return this.#personal !== undefined;
  }

  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    if (this.#told === undefined || this.#waitedBeats !== undefined) return;
    this.#host.leave(this);
    this.#told = this.#host.log.position();
  }

  release(): void {
    this.#isHeld = false;
    if (this.#waitedBeats === undefined) this.#advance();
  }

  tell({ id, event, data }: { id: string; event: string; data: string }): void {
    this.#personal = id;
    this.socket.write(`id: ${this.#position()}\nevent: ${event}\ndata: ${data}\n\n`);
  }

  notify(frame: Buffer, personalPosition = this.#personal): void {
    this.#personal = personalPosition;
    this.socket.write(frame);
    this.socket.write(`id: ${this.#position()}\n\n`);
  }

  end(): void {
    this.#host.forget(this);
    this.socket.writableLength > 0 ? this.socket.destroy() : this.socket.destroySoon();
  }

  onEnd(listener: () => void): void {
    this.socket.once('close', listener);
  }

  /** Writes what is the same for all: those that do not read are dropped. */
  write(bytes: Buffer): void {
    if (this.socket.writableLength > this.#host.maxBehindBytes) this.#host.drop(this);
    else this.socket.write(bytes);
  }

  /** Writes a sign of life, or where the client still has to read what it missed, counts how long that takes. */
  beat(bytes: Buffer): void {
    if (this.#waitedBeats === undefined) this.write(bytes);
    else if (++this.#waitedBeats > patienceBeats) this.#host.drop(this);
  }

  #position(): string {
    return formatPosition({ common: this.#told, personal: this.#personal });
  }

  /** Writes what was missed, no more of it at a time than a client may be behind: the log itself is kept once for all. */
  #advance(): void {
    const { log, maxBehindBytes } = this.#host;
    if (!this.isOpen || this.#isHeld || this.#told === undefined) return;
    const missed = log.listAfter(this.#told);
    // So slow that what it still has to read is no longer kept: it comes back and is told all anew.
    if (!missed) {
      this.#host.drop(this);
      return;
    }
    for (const { id, bytes } of missed) {
      this.#told = id;
      this.socket.write(`id: ${this.#position()}\n`);
      const isFull = this.socket.writableLength + bytes.length > maxBehindBytes;
      this.socket.write(bytes, isFull ? () => this.#resume() : undefined);
      if (isFull) {
        this.#waitedBeats = 0;
        return;
      }
    }
    this.#host.join(this);
  }

  #resume(): void {
    this.#waitedBeats = undefined;
    this.#advance();
  }
}
