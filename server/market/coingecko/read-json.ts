import { UpstreamError } from '../provider.ts';

/**
 * Parses a body that should be JSON. A bare NaN or Infinity, which some servers write, reads as null, so that it costs
 * only its own row. Throws an `UpstreamError` for anything else, such as HTML.
 */
export function readJson(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  const json = parse(body) ?? parse(withoutBareWords(body));
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

function withoutBareWords(text: string): string {
  if (!/NaN|Infinity/.test(text)) return text;
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|-?\b(?:NaN|Infinity)\b/g, (token) =>
    token.startsWith('"') ? token : 'null',
  );
}

function describeBody(body: string): string {
  if (body.trim() === '') return 'The answer is empty';
  return /^\s*</.test(body) ? 'The answer is HTML, not JSON' : 'The answer is not whole JSON';
}
