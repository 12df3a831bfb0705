import { isDenseJson } from '#server/platform/large-json/dense-json.ts';
import { UpstreamError } from '../provider.ts';

/** In characters, twice as long as the provider's longest list. Even millions of empty values in it are read in a second. */
const maxUnchecked = 4 * 1024 * 1024;

/**
 * Parses a body that should be JSON. A bare NaN or Infinity, which some servers write, reads as null, so that it only
 * affects its row. Throws an `UpstreamError` for anything else, such as HTML.
 */
export function readJson(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  if (body.length > maxUnchecked && isDenseJson(body.length, (at) => body.charCodeAt(at)))
    throw new UpstreamError('unreadable', 'The answer has too many values');
  const json = parse(body) ?? parse(nullBareWords(body));
  if (json === undefined) throw new UpstreamError('unreadable', describeBody(body));
  return json;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The string methods used here, so that a test can count reads. */
export type ReadableText = Pick<string, 'length' | 'charCodeAt' | 'startsWith' | 'slice'>;

const quote = 0x22;
const backslash = 0x5c;
const bareWords = ['NaN', '-NaN', 'Infinity', '-Infinity'];
const firstLetters = new Set(bareWords.map((word) => word.charCodeAt(0)));

/**
 * The text with null for each NaN and Infinity outside strings. Reads each character a bounded number of times: a
 * regular expression would restart at every quote of a response truncated inside a string.
 */
export function nullBareWords(text: ReadableText): string {
  const parts: string[] = [];
  let kept = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = findStringEnd(text, at);
      continue;
    }
    const start = at;
    const word = firstLetters.has(code) && bareWords.find((known) => text.startsWith(known, start));
    if (word) {
      parts.push(text.slice(kept, at), 'null');
      kept = at + word.length;
    }
    at += word ? word.length : 1;
  }
  parts.push(text.slice(kept, text.length));
  return parts.join('');
}

/** The index after the string that begins at `start`, or the end of the text. */
function findStringEnd(text: ReadableText, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    at += code === backslash ? 2 : 1;
  }
  return text.length;
}

function describeBody(body: string): string {
  if (body.trim() === '') return 'The answer is empty';
  return /^\s*</.test(body) ? 'The answer is HTML, not JSON' : 'The answer is incomplete JSON';
}
