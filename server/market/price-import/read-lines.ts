/** A line of prices has some hundred characters. */
const maxLineLength = 10_000;

export interface TextLine {
  readonly number: number;
  readonly text: string;
  /** The rest of it was left out. */
  readonly isCut: boolean;
}

/** The lines of a file of any size, one after the other. It holds one line at a time, and of a long one the beginning. */
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
