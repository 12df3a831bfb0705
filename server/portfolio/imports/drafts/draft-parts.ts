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

export interface DraftParts {
  readonly parts: readonly string[];
  /** Equal for files that say the same. */
  readonly digest: string;
}

export async function writeDraftParts(drafts: readonly Draft[]): Promise<DraftParts> {
  const digest = createHash('sha256');
  const parts: string[] = [];
  for (let start = 0; start < drafts.length; start += partSize) {
    const texts = drafts.slice(start, start + partSize).map(writeDraft);
    digest.update(`[${texts.map(({ content }) => content).join(',')}]`);
    const part = `[${texts.map(({ whole }) => whole).join(',')}]`;
    parts.push((await deflate(part, { level })).toString('base64'));
    await setImmediate();
  }
  return { parts, digest: digest.digest('base64url') };
}

/** `content`: without lines, which differ where a file was cut or sorted, and say nothing of what is in it. */
function writeDraft({ lines, ...draft }: Draft): { readonly content: string; readonly whole: string } {
  const content = JSON.stringify(draft);
  return { content, whole: `${content.slice(0, -1)},"lines":${JSON.stringify(lines)}}` };
}

/** One part after the other: all drafts of a large file at once take a hundred megabytes. */
export async function* readDraftParts(parts: readonly string[]): AsyncGenerator<Draft[]> {
  for (const part of parts) {
    const text = await inflate(Buffer.from(part, 'base64'), { maxOutputLength: maxPartSize });
    yield JSON.parse(text.toString()) as Draft[];
    await setImmediate();
  }
}
