import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Draft } from '../readers/reader.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Drafts of one part: few enough that making or reading it holds nobody up. */
const partSize = 1000;
/** Unpacked: a part may come from an account that is imported. No row of a file is this long. */
const maxPartSize = 64 * 1024 * 1024;
/** Fast: parts are read as often as written. */
const level = 1;

/** What is kept of a draft: not the text of its rows. */
export type KeptDraft = Omit<Draft, 'text'>;

export interface DraftParts {
  readonly parts: readonly string[];
  /** Equal for files that say the same. */
  readonly digest: string;
}

export async function writeDraftParts(drafts: readonly Draft[]): Promise<DraftParts> {
  const digest = createHash('sha256');
  const parts: string[] = [];
  for (let start = 0; start < drafts.length; start += partSize) {
    const kept = drafts.slice(start, start + partSize).map(({ text: _text, ...draft }): KeptDraft => draft);
    // Lines differ where a file was cut or sorted, and say nothing of what is in it.
    digest.update(JSON.stringify(kept, (key, value: unknown) => (key === 'lines' ? undefined : value)));
    parts.push((await deflate(JSON.stringify(kept), { level })).toString('base64'));
    await setImmediate();
  }
  return { parts, digest: digest.digest('base64url') };
}

/** One part after the other: all drafts of a large file at once take a hundred megabytes. */
export async function* readDraftParts(parts: readonly string[]): AsyncGenerator<KeptDraft[]> {
  for (const part of parts) {
    const text = await inflate(Buffer.from(part, 'base64'), { maxOutputLength: maxPartSize });
    yield JSON.parse(text.toString()) as KeptDraft[];
    await setImmediate();
  }
}
