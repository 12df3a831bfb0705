import { apiKeyPrefix } from '#contract/accounts/api-keys.ts';

const hidden = '[hidden]';

/**
 * What no log line may contain, in its JSON form. A match never includes a quote or a backslash, so that the line stays
 * JSON. Every pattern runs in linear time.
 */
const secrets: readonly RegExp[] = [
  // Query strings and fragments of any URL.
  /\?[^\s"\\]+/g,
  /(?<=[\w/-])#[^\s"\\]+/g,
  // E-mail addresses, and the credentials in a URL.
  /(?<![^\s"\\<>:/,;()[\]@])[^\s"\\<>:/,;()[\]@]+@[^\s"\\<>:/,;()[\]@]+/g,
  // Tokens, API keys, provider keys.
  /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g,
  new RegExp(`${apiKeyPrefix}[\\w-]+`, 'g'),
  /\b(?:sk|rk|pk|whsec)_\w+/g,
  /\bCG-\w{10,}/g,
  // Mailed codes, and random secrets: 256 bits in base64url or hexadecimal.
  /(?<![\w-])[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}(?![\w-])/g,
  /(?<![\w-])(?:[\w-]{43}|[\da-f]{32}|[\da-f]{64})(?![\w-])/g,
];

/** The line without anything that looks like an address, code, link, token or key. */
export function hideSecrets(line: string): string {
  let text = line;
  for (const pattern of secrets) text = text.replace(pattern, hidden);
  return text;
}
