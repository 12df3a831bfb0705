import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { Instant } from '#contract/units.ts';
import { type TickerUse, UseCollector } from '../coins/collect-uses.ts';
import type { Draft, ReadFile, ReadOptions } from '../readers/draft.ts';
import { readFile } from '../readers/read-file.ts';
import { DraftPartsWriter } from './draft-parts.ts';

/** A file as stored: packed drafts, and what is needed before they are planned. */
export interface PackedFile extends Omit<ReadFile, 'drafts'> {
  readonly parts: readonly string[];
  /** Equal for files with equal content. */
  readonly digest: string;
  readonly draftCount: number;
  readonly uses: readonly TickerUse[];
  /** The earliest instant of its rows. */
  readonly from: Instant | null;
  readonly to: Instant | null;
}

/** Reads a file and packs its drafts as they arrive, because all drafts of a large file take a hundred megabytes. */
export async function readPacked(
  bytes: Uint8Array,
  options: ReadOptions,
  { now, takePart }: { readonly now: Instant; readonly takePart: (part: string) => void },
): Promise<Omit<PackedFile, 'parts'>> {
  const packer = new FilePacker(takePart);
  const { drafts: _none, ...file } = await readFile(bytes, options, now, {
    openDrafts: (format) => packer.open(format),
    releaseBytes: () => detach(bytes),
  });
  return { ...file, ...packer.finish() };
}

/** Frees the buffer, which becomes empty for everyone who holds it. */
function detach({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

class FilePacker {
  readonly #parts: DraftPartsWriter;
  #uses: UseCollector | null = null;
  #count = 0;
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  constructor(takePart: (part: string) => void) {
    this.#parts = new DraftPartsWriter(takePart);
  }

  open(format: ImportFormat): (draft: Draft) => void {
    const uses = new UseCollector(format);
    this.#uses = uses;
    return (draft) => {
      this.#count += 1;
      this.#from = Math.min(this.#from, draft.occurredAt);
      this.#to = Math.max(this.#to, draft.occurredAt);
      this.#parts.add(draft);
      uses.add(draft);
    };
  }

  finish(): Pick<PackedFile, 'digest' | 'draftCount' | 'uses' | 'from' | 'to'> {
    const isEmpty = this.#count === 0;
    return {
      digest: this.#parts.finish(),
      draftCount: this.#count,
      uses: this.#uses?.list() ?? [],
      from: isEmpty ? null : this.#from,
      to: isEmpty ? null : this.#to,
    };
  }
}
