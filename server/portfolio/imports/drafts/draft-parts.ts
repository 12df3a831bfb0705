import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRawSync, inflateRaw } from 'node:zlib';
import type { Draft } from '../readers/reader.ts';

const inflate = promisify(inflateRaw);

/** Drafts per part: few enough that handling one doesn't block other requests. */
const partSize = 1000;
/** Limit for an unpacked part, which may come from an imported account. Real rows are far shorter. */
const maxPartSize = 64 * 1024 * 1024;
/** A fast level: parts are read as often as they are written. */
const level = 1;

/** Every part is packed from this buffer: one per part would stay in memory until collected. */
const firstSize = 512 * 1024;

/** Writes drafts as they come. It is synchronous, so use it in a thread. */
export class DraftPartsWriter {
  readonly #take: (part: string) => void;
  readonly #digest = createHash('sha256');
  #bytes = Buffer.allocUnsafeSlow(firstSize);
  #length = 0;
  #count = 0;

  constructor(take: (part: string) => void) {
    this.#take = take;
  }

  add(draft: Draft): void {
    const { content, whole } = writeDraft(draft);
    const separator = this.#count === 0 ? '[' : ',';
    this.#digest.update(separator + content);
    this.#append(separator + whole);
    this.#count += 1;
    if (this.#count === partSize) this.#writePart();
  }

  /** Returns the digest, which is equal for files with equal content. */
  finish(): string {
    if (this.#count > 0) this.#writePart();
    return this.#digest.digest('base64url');
  }

  #writePart(): void {
    this.#digest.update(']');
    this.#append(']');
    const packed = deflateRawSync(this.#bytes.subarray(0, this.#length), { level });
    this.#count = 0;
    this.#length = 0;
    this.#take(packed.toString('base64'));
  }

  #append(text: string): void {
    // A UTF-16 code unit takes at most three bytes in UTF-8.
    const needed = this.#length + text.length * 3;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(needed * 2);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
  }
}

interface DraftText {
  /** Without line numbers, which depend on how a file was cut or sorted rather than on its content. */
  readonly content: string;
  readonly whole: string;
}

function writeDraft(draft: Draft): DraftText {
  const whole = JSON.stringify(draft);
  const lines = `,"lines":${JSON.stringify(draft.lines)}}`;
  // The line numbers come last, so they can be cut off without copying the draft.
  if (whole.endsWith(lines)) return { content: `${whole.slice(0, -lines.length)}}`, whole };
  const { lines: _lines, ...others } = draft;
  const content = JSON.stringify(others);
  return { content, whole: content.slice(0, -1) + lines };
}

/** Reads part by part, because all drafts of a large file take a hundred megabytes. */
export async function* readDraftParts(parts: readonly string[]): AsyncGenerator<Draft[]> {
  const unpack = (part: string) => inflate(Buffer.from(part, 'base64'), { maxOutputLength: maxPartSize });
  let unpacking = parts[0] === undefined ? undefined : unpack(parts[0]);
  for (let place = 1; unpacking; place += 1) {
    const text = await unpacking;
    const next = parts[place];
    // The next part is decompressed in the background while this one is parsed.
    unpacking = next === undefined ? undefined : unpack(next);
    unpacking?.catch(() => undefined);
    yield JSON.parse(text.toString()) as Draft[];
    await setImmediate();
  }
}
