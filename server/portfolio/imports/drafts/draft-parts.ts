import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRawSync, inflateRaw } from 'node:zlib';
import type { Draft } from '../readers/reader.ts';

const inflate = promisify(inflateRaw);

/** Drafts of one part: few enough that making or reading it holds nobody up. */
const partSize = 1000;
/** Unpacked: a part may come from an account that is imported. No row of a file is this long. */
const maxPartSize = 64 * 1024 * 1024;
/** Fast: parts are read as often as written. */
const level = 1;

/** Writes drafts as they come. Nothing else goes on meanwhile: it is for a thread. */
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

  /** The digest: equal for files that say the same. */
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
  /** Without lines, which differ where a file was cut or sorted, and say nothing of what is in it. */
  readonly content: string;
  readonly whole: string;
}

function writeDraft(draft: Draft): DraftText {
  const whole = JSON.stringify(draft);
  const lines = `,"lines":${JSON.stringify(draft.lines)}}`;
  // They come last: then the draft need not be copied without them.
  if (whole.endsWith(lines)) return { content: `${whole.slice(0, -lines.length)}}`, whole };
  const { lines: _lines, ...others } = draft;
  const content = JSON.stringify(others);
  return { content, whole: content.slice(0, -1) + lines };
}

/** One part after the other: all drafts of a large file at once take a hundred megabytes. */
export async function* readDraftParts(parts: readonly string[]): AsyncGenerator<Draft[]> {
  const unpack = (part: string) => inflate(Buffer.from(part, 'base64'), { maxOutputLength: maxPartSize });
  let unpacking = parts[0] === undefined ? undefined : unpack(parts[0]);
  for (let place = 1; unpacking; place += 1) {
    const text = await unpacking;
    const next = parts[place];
    // Another thread unpacks it while this one is read.
    unpacking = next === undefined ? undefined : unpack(next);
    unpacking?.catch(() => undefined);
    yield JSON.parse(text.toString()) as Draft[];
    await setImmediate();
  }
}
