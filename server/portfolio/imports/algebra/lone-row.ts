import type { ImportRow, MergedRow, RowSource } from './import-row.ts';

interface Others {
  readonly aliases: readonly string[];
  readonly sources: readonly RowSource[];
}

const none: readonly string[] = [];

/** A row found once, in one file, like nearly all rows of a large file. Without lists it takes a third of the memory. */
export class LoneRow implements MergedRow {
  readonly key: string;
  readonly row: ImportRow;
  readonly #file: number;
  #others: Others | null = null;

  constructor(key: string, { row, file }: RowSource) {
    this.key = key;
    this.row = row;
    this.#file = file;
  }

  get aliases(): readonly string[] {
    return this.#others?.aliases ?? none;
  }

  set aliases(aliases: readonly string[]) {
    this.#others = { aliases, sources: this.sources };
  }

  get onlyFile(): number | undefined {
    return this.#others ? undefined : this.#file;
  }

  get sources(): readonly RowSource[] {
    return this.#others?.sources ?? [{ row: this.row, file: this.#file }];
  }

  set sources(sources: readonly RowSource[]) {
    this.#others = { aliases: this.aliases, sources };
  }
}
