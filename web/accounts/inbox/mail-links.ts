export interface MailPart {
  /** Its offset in the text, used as key. */
  readonly at: number;
  readonly text: string;
  /** The path of a link to this site; null for text. */
  readonly path: string | null;
}

/** Splits an e-mail's text at links to this site, so that only those can be followed. */
export function splitLinks(text: string, origin: string): MailPart[] {
  const parts: MailPart[] = [];
  let from = 0;
  for (const match of text.matchAll(/https?:\/\/\S+/g)) {
    const url = URL.parse(match[0]);
    if (url?.origin !== origin) continue;
    if (match.index > from) parts.push({ at: from, text: text.slice(from, match.index), path: null });
    parts.push({ at: match.index, text: match[0], path: url.pathname + url.search + url.hash });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from), path: null });
  return parts;
}
