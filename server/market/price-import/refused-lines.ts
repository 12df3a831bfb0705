/** A line that was not imported, by its number in the file. */
export interface RefusedLine {
  /** The file's name within a zip archive. */
  readonly file?: string | undefined;
  /** Absent if the whole file was refused. */
  readonly line?: number | undefined;
  readonly reason: string;
}

/** Further lines are only counted. */
export const maxShownLines = 100;

/** Refused lines: all are counted, the first hundred are kept. */
export class RefusedLines {
  #count = 0;
  #shown: RefusedLine[] = [];

  get count(): number {
    return this.#count;
  }

  get shown(): readonly RefusedLine[] {
    return this.#shown;
  }

  add(line: RefusedLine): void {
    this.#count += 1;
    if (this.#shown.length < maxShownLines) this.#shown.push(line);
  }

  /** Adds the lines of one file, found in two passes, in line order. */
  addFile(passes: readonly RefusedLines[], file: string | undefined): void {
    const lines = passes.flatMap(({ shown }) => shown).sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    this.#count += passes.reduce((sum, { count }) => sum + count, 0);
    const room = maxShownLines - this.#shown.length;
    this.#shown.push(...lines.slice(0, room).map((line) => ({ file, ...line })));
  }
}

/** Quotes text from a file, truncated if it is long. */
export const quote = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
