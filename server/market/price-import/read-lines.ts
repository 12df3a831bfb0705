/** A line of prices has about a hundred characters. */
const maxLineLength = 10_000;

export interface TextLine {
  readonly number: number;
  readonly text: string;
  /** True if the line was truncated. */
  readonly isCut: boolean;
}

/** Yields the lines of a file of any size. Holds one line at a time, and only the beginning of a long one. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  const decoder = new TextDecoder();
  let number = 1;
  let begun = '';
  let isCut = false;
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    begun += first;
    for (const next of others) {
      yield { number, text: clean(begun, number), isCut: isCut || begun.length > maxLineLength };
      number += 1;
      begun = next;
      isCut = false;
    }
    if (begun.length > maxLineLength) {
      begun = begun.slice(0, maxLineLength);
      isCut = true;
    }
  }
  begun += decoder.decode();
  if (begun !== '') yield { number, text: clean(begun, number), isCut };
}

const clean = (text: string, number: number) =>
  (number === 1 ? text.replace(/^\uFEFF/, '') : text).slice(0, maxLineLength).replace(/\r$/, '');
