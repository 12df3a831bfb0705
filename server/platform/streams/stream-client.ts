import type { Socket } from 'node:net';
import type { EventLog } from './event-log.ts';
import { formatPosition } from './stream-position.ts';

/** Heartbeats a client may take to read each `maxBehindBytes` of missed events. */
const maxCatchUpBeats = 2;

/** More may be unread at a personal event: alerts fire right after the quotes, which a slow client may still be reading. */
const personalLeeway = 4;

/** A client of a stream. */
export interface StreamClient {
  readonly isOpen: boolean;
  /** Holds the common events back until `release`, so that personal events sent in the meantime stay in order. */
  hold(): void;
  /** Sends what was held back, and continues. */
  release(): void;
  /**
   * Sends an event of the client's user, or drops a client that does not read; `id` is its position among all users'
   * events.
   */
  send(event: { id: string; event: string; data: string }): void;
  /** Sends an event without a position, then the client's position. */
  notify(frame: Buffer, personalPosition?: string): void;
  /** Ends the stream once everything has been read, with a last frame; immediately if the client does not read. */
  end(last?: Buffer): void;
  onEnd(listener: () => void): void;
}

/** A client's progress in the common events. */
export interface ClientProgress {
  /** The last event written to it, by its index in the log. */
  readonly index: number;
  /** The last event that it received, possibly from another process. */
  readonly id: number;
}

/** The stream as used by its clients. */
export interface ClientHost {
  readonly log: EventLog;
  readonly maxBehindBytes: number;
  /** Adds a client that is up to date and takes every event as it comes. */
  join(client: ServedClient): void;
  leave(client: ServedClient): void;
  /** Adds a client that has received more than this process: it is checked again at the next event. */
  wait(client: ServedClient): void;
  /** Disconnects a client that does not read. */
  drop(client: ServedClient): void;
  /** Stops writing to it. */
  forget(client: ServedClient): void;
}

/** A client as the stream sees it: up to date, catching up at its own pace, or held. */
export class ServedClient implements StreamClient {
  readonly socket: Socket;
  readonly #host: ClientHost;
  /** The last common event sent before it fell behind; undefined if it does not want any. */
  #sentUpTo: ClientProgress | undefined;
  /** The last personal event sent; undefined for guests. */
  #personal: string | undefined;
  #isHeld = true;
  #waitedBeats: number | undefined;

  constructor(socket: Socket, host: ClientHost, sentUpTo: ClientProgress | undefined) {
    this.socket = socket;
    this.#host = host;
    this.#sentUpTo = sentUpTo;
  }

  get isOpen(): boolean {
    return !this.socket.destroyed && !this.socket.writableEnded;
  }

  get isMember(): boolean {
    return this.#personal !== undefined;
  }

  /** Its position in the personal events if that is past another one. */
  personalAhead(other: string): string | undefined {
    return this.#personal !== undefined && Number(this.#personal) > Number(other)
      ? this.#personal
      : undefined;
  }

  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    if (this.#sentUpTo === undefined || this.#waitedBeats !== undefined) return;
    this.#host.leave(this);
    const { log } = this.#host;
    this.#sentUpTo = { index: log.end(), id: Math.max(this.#sentUpTo.id, log.position()) };
  }

  release(): void {
    this.#isHeld = false;
    if (this.#waitedBeats === undefined) this.#advance();
  }

  send({ id, event, data }: { id: string; event: string; data: string }): void {
    if (!this.isOpen) return;
    // A client that is catching up has its own limit of time.
    const isCatchingUp = this.#waitedBeats !== undefined;
    if (!isCatchingUp && this.socket.writableLength > personalLeeway * this.#host.maxBehindBytes) {
      this.#host.drop(this);
      return;
    }
    this.#personal = id;
    this.socket.write(`id: ${this.#position()}\nevent: ${event}\ndata: ${data}\n\n`);
  }

  notify(frame: Buffer, personalPosition = this.#personal): void {
    this.#personal = personalPosition;
    this.socket.write(frame);
    this.socket.write(`id: ${this.#position()}\n\n`);
  }

  end(last?: Buffer): void {
    this.#host.forget(this);
    if (this.socket.writableLength > 0) {
      this.socket.destroy();
      return;
    }
    if (last && this.isOpen) this.socket.write(last);
    this.socket.destroySoon();
  }

  onEnd(listener: () => void): void {
    this.socket.once('close', listener);
  }

  /** Writes a common event, or drops a client that does not read. */
  write(bytes: Buffer): void {
    if (this.socket.writableLength > this.#host.maxBehindBytes) this.#host.drop(this);
    else this.socket.write(bytes);
  }

  /** Writes a sign of life, or counts how long the client takes to catch up. */
  beat(bytes: Buffer): void {
    if (this.#waitedBeats === undefined) this.write(bytes);
    else if (++this.#waitedBeats > maxCatchUpBeats) this.#host.drop(this);
  }

  #position(): string {
    return formatPosition({ common: this.#sentUpTo?.id, personal: this.#personal });
  }

  /** Writes missed events, at most `maxBehindBytes` at a time: the log itself is shared by all clients. */
  #advance(): void {
    const { log, maxBehindBytes } = this.#host;
    if (!this.isOpen || this.#isHeld || this.#sentUpTo === undefined) return;
    const missed = log.listAfter(this.#sentUpTo.index);
    // Too slow: the log no longer holds its next events. It reconnects and gets the full state.
    if (!missed) {
      this.#host.drop(this);
      return;
    }
    for (const { index, id, bytes, isState } of missed) {
      const isKnown = !isState && id <= this.#sentUpTo.id;
      this.#sentUpTo = { index, id: Math.max(id, this.#sentUpTo.id) };
      if (isKnown) continue;
      this.socket.write(`id: ${this.#position()}\n`);
      const isFull = this.socket.writableLength + bytes.length > maxBehindBytes;
      this.socket.write(bytes, isFull ? () => this.#resume() : undefined);
      if (isFull) {
        this.#waitedBeats = 0;
        return;
      }
    }
    if (this.#sentUpTo.id > log.position()) this.#host.wait(this);
    else this.#host.join(this);
  }

  #resume(): void {
    this.#waitedBeats = undefined;
    this.#advance();
  }
}
