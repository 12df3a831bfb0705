/** A line that was not taken, by its number in its file. */
export interface RefusedLine {
  /** Of a zipped file: its name. */
  readonly file?: string | undefined;
  /** Absent where it is about the whole file. */
  readonly line?: number | undefined;
  readonly reason: string;
}

/** Those beyond are only counted. */
export const maxShownLines = 100;

/** Refused lines: all are counted, the first hundred kept. */
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

  /** Adds those of one file, found in two passes, in the order of their lines. */
  addFile(passes: readonly RefusedLines[], file: string | undefined): void {
    const lines = passes.flatMap(({ shown }) => shown).sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    this.#count += passes.reduce((sum, { count }) => sum + count, 0);
    const room = maxShownLines - this.#shown.length;
    this.#shown.push(...lines.slice(0, room).map((line) => ({ file, ...line })));
  }
}

/** What a file says, cut where it is long. */
export const quote = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
