import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRawSync, inflateRaw } from 'node:zlib';
import type { Draft } from '../readers/draft.ts';
import { UnreadableFile } from '../readers/unreadable-file.ts';
import { draftLimits } from './draft-limits.ts';

const inflate = promisify(inflateRaw);

/** Few and short enough that handling a part doesn't block other requests. */
const { maxPartBytes, maxPartDrafts, maxParts } = draftLimits;
/** Number of drafts in each list that the digest covers. The digest is stored with files, so this must not change. */
const digestSize = 1000;
/** Limit for reading a part, in bytes when unpacked. It is the only limit on parts stored by earlier versions. */
const maxReadBytes = 64 * 1024 * 1024;
/** A fast level: parts are read as often as they are written. */
const level = 1;

/** The initial size of the buffer, in bytes. All parts share it: one per part would stay in memory until collected. */
const firstSize = 512 * 1024;

/** Writes drafts as they come. It is synchronous, so use it in a thread. Throws `UnreadableFile` if there are too many. */
export class DraftPartsWriter {
  readonly #take: (part: string) => void;
  readonly #digest = createHash('sha256');
  #bytes = Buffer.allocUnsafeSlow(firstSize);
  #length = 0;
  /** Number of drafts in the current part. */
  #count = 0;
  #parts = 0;
  /** Number of drafts in all parts. */
  #drafts = 0;

  constructor(take: (part: string) => void) {
    this.#take = take;
  }

  add(draft: Draft): void {
    const { content, whole } = writeDraft(draft);
    const isFirst = this.#drafts % digestSize === 0;
    if (isFirst && this.#drafts > 0) this.#digest.update(']');
    this.#digest.update((isFirst ? '[' : ',') + content);
    this.#append((this.#count === 0 ? '[' : ',') + whole);
    this.#count += 1;
    this.#drafts += 1;
    if (this.#count === maxPartDrafts || this.#length >= maxPartBytes) this.#writePart();
  }

  /** Returns the digest, which is equal for files with equal content. */
  finish(): string {
    if (this.#count > 0) this.#writePart();
    if (this.#drafts > 0) this.#digest.update(']');
    return this.#digest.digest('base64url');
  }

  #writePart(): void {
    this.#parts += 1;
    if (this.#parts > maxParts)
      throw new UnreadableFile(
        'too_large',
        'The rows of this file take more than 400 MB: split it into smaller files',
      );
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

/**
 * A draft without its empty properties, which are most of them: a large file takes half the space and time. A part of
 * an imported account may have any of them.
 */
type StoredDraft = Pick<Draft, 'type' | 'occurredAt' | 'precision' | 'lines'> & Partial<Draft>;

/** In the order in which they are written, which the digest depends on. */
const names = [
  ...(['type', 'kind', 'occurredAt', 'monthFirst', 'precision', 'in', 'out', 'fee', 'value'] as const),
  ...(['wallet', 'toWallet', 'externalId', 'orderId', 'hash', 'address', 'note', 'acquiredAt'] as const),
  ...(['lots', 'isDateAssumed', 'balances'] as const),
] satisfies (keyof Draft)[];

const isEmpty = (value: Draft[keyof Draft]) =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

function writeDraft(draft: Draft): DraftText {
  const stored: Partial<Record<keyof Draft, Draft[keyof Draft]>> = {};
  for (const name of names) {
    const value = draft[name];
    if (!isEmpty(value)) stored[name] = value;
  }
  const content = JSON.stringify(stored);
  return { content, whole: `${content.slice(0, -1)},"lines":${JSON.stringify(draft.lines)}}` };
}

const readDraft = (stored: StoredDraft): Draft => ({
  type: stored.type,
  kind: stored.kind ?? null,
  occurredAt: stored.occurredAt,
  monthFirst: stored.monthFirst ?? null,
  precision: stored.precision,
  in: stored.in ?? null,
  out: stored.out ?? null,
  fee: stored.fee ?? null,
  value: stored.value ?? null,
  wallet: stored.wallet ?? null,
  toWallet: stored.toWallet ?? null,
  externalId: stored.externalId ?? null,
  orderId: stored.orderId ?? null,
  hash: stored.hash ?? null,
  address: stored.address ?? null,
  note: stored.note ?? null,
  acquiredAt: stored.acquiredAt ?? null,
  lots: stored.lots ?? null,
  isDateAssumed: stored.isDateAssumed ?? false,
  balances: stored.balances ?? none,
  lines: stored.lines,
});

const none: Draft['balances'] = [];

/**
 * Reads part by part, because all drafts of a large file take a hundred megabytes. Rejects if a part has more than
 * `maxOutputLength` bytes when unpacked.
 */
export async function* readDraftParts(
  parts: readonly string[],
  maxOutputLength = maxReadBytes,
): AsyncGenerator<Draft[]> {
  const unpack = (part: string) => inflate(Buffer.from(part, 'base64'), { maxOutputLength });
  let unpacking = parts[0] === undefined ? undefined : unpack(parts[0]);
  for (let index = 1; unpacking; index += 1) {
    const text = await unpacking;
    const next = parts[index];
    // The next part is decompressed in the background while this one is parsed.
    unpacking = next === undefined ? undefined : unpack(next);
    unpacking?.catch(() => undefined);
    yield (JSON.parse(text.toString()) as StoredDraft[]).map(readDraft);
    await setImmediate();
  }
}
