/*
 * Searches the logs of all tests' servers for secrets: at any level, no line may contain an e-mail address, code, link,
 * token, cookie, key or query string. `check-logs.ts` fails the test file that leaks.
 */

const patterns: Readonly<Record<string, RegExp>> = {
  'an e-mail address': /[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}/i,
  'a code': /\b(?=[A-Z-]*\d)[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b(?!-)/,
  'a token': /\beyJ[\w-]{8,}\.[\w-]{8,}/,
  'a bearer header': /\bBearer [\w.-]{8,}/i,
  'a query string': /"(?:url|path)":"[^"]{0,2000}\?/,
  'a part after the #': /"(?:url|path)":"[^"]{0,2000}#/,
};

const leaks: string[] = [];
const secrets = new Set<string>();

/** A secret that the test itself uses, such as a session's token. */
export function rememberSecret(secret: string): void {
  if (secret.length >= 16) secrets.add(secret);
}

/** Searches a server's output. Lines that aren't JSON, such as its address, don't belong to the log. */
export function searchLog(text: string): void {
  leaks.push(...text.split('\n').flatMap(findLeaks));
}

/** Lists the secrets in a log line: the kind of each, and the line. */
export function findLeaks(line: string): string[] {
  if (!line.startsWith('{')) return [];
  const found = Object.entries(patterns).flatMap(([what, pattern]) => (pattern.test(line) ? [what] : []));
  const known = [...secrets].some((secret) => line.includes(secret)) ? ['a secret of the test'] : [];
  return [...found, ...known].map((what) => `${what}: ${line}`);
}

/** Throws if an output contains secrets. For the servers of browser tests, which have no `check-logs.ts`. */
export function refuseLeaks(text: string): void {
  const found = text.split('\n').flatMap(findLeaks);
  if (found.length > 0) throw new Error(`secrets in the log:\n${found.join('\n')}`);
}

/** Returns what `searchLog` has found since the last call. */
export const takeLeaks = (): string[] => leaks.splice(0);
