import { IncomingMessage } from 'node:http';

/** Shorter pieces of a body are joined, in bytes. */
const minPiece = 1024;
const maxJoined = 8 * 1024;
/** Pieces shorter than this, in bytes, cost so much more time than their length that a body may only have a few. */
const tinyPiece = 64;
const maxTinyPieces = 500;

/**
 * A request whose body arrives in no very small pieces, because Node keeps each piece in a buffer of its own. Most bodies have
 * large ones. One in chunks of one byte takes a hundred times the memory and time, which a client could use to hold up
 * everybody else: its connection is closed, even if the request has been answered and its body is only skipped.
 */
export class CompactRequest extends IncomingMessage {
  /** The only piece so far, or `maxJoined` bytes of memory with several. */
  #joined: Buffer | undefined;
  #length = 0;
  #tinyPieces = 0;

  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (!Buffer.isBuffer(piece) || piece.length >= minPiece) {
      const hasRoom = this.#pass();
      return super.push(piece, encoding) && hasRoom;
    }
    if (this.socket.destroyed || this.#isShredded(piece)) return false;
    if (this.#joined === undefined) {
      this.#joined = piece;
      this.#length = piece.length;
      return true;
    }
    if (this.#joined.length < maxJoined) {
      const several = Buffer.allocUnsafeSlow(maxJoined);
      this.#joined.copy(several);
      this.#joined = several;
    }
    this.#length += piece.copy(this.#joined, this.#length);
    return this.#length + minPiece <= maxJoined || this.#pass();
  }

  /** Node skips the rest of an answered request's body by this method. Its own no longer calls `push`. */
  _dump(): void {
    this.removeAllListeners('data');
    this.resume();
  }

  /** Counts a tiny piece, and closes the connection if there are too many. */
  #isShredded({ length }: Buffer): boolean {
    if (length >= tinyPiece) return false;
    this.#tinyPieces += 1;
    if (this.#tinyPieces <= maxTinyPieces) return false;
    this.socket.destroy();
    return true;
  }

  /** Passes on what was joined. Returns whether there is room for more. */
  #pass(): boolean {
    if (this.#joined === undefined) return true;
    const joined = this.#joined.subarray(0, this.#length);
    this.#joined = undefined;
    return super.push(joined);
  }
}
