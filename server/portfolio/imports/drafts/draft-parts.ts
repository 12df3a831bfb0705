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

/** Packs drafts as they arrive. It blocks, so use it in a worker thread. */
export class DraftPartsWriter {
  readonly #take: (part: string) => void;
  readonly #digest = createHash('sha256');
  #texts: DraftText[] = [];

  constructor(take: (part: string) => void) {
    this.#take = take;
  }

  add(draft: Draft): void {
    this.#texts.push(writeDraft(draft));
    if (this.#texts.length === partSize) this.#writePart();
  }

  /** Returns the digest, which is equal for files with equal content. */
  finish(): string {
    if (this.#texts.length > 0) this.#writePart();
    return this.#digest.digest('base64url');
  }

  #writePart(): void {
    this.#digest.update(`[${this.#texts.map(({ content }) => content).join(',')}]`);
    const part = `[${this.#texts.map(({ whole }) => whole).join(',')}]`;
    this.#texts = [];
    this.#take(deflateRawSync(part, { level }).toString('base64'));
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
