import { apiKeyPrefix } from '#contract/accounts/api-keys.ts';

const hidden = '[hidden]';

/**
 * What no line may contain, as it looks in JSON text. A match never includes a quote or a backslash, so the line stays
 * JSON. Every pattern is linear.
 */
const secrets: readonly RegExp[] = [
  // Query strings and fragments, of whatever address.
  /\?[^\s"\\]+/g,
  /(?<=[\w/-])#[^\s"\\]+/g,
  // E-mail addresses, and the user and password of an address.
  /(?<![^\s"\\<>:/,;()[\]@])[^\s"\\<>:/,;()[\]@]+@[^\s"\\<>:/,;()[\]@]+/g,
  // Tokens, API keys, keys of providers.
  /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g,
  new RegExp(`${apiKeyPrefix}[\\w-]+`, 'g'),
  /\b(?:sk|rk|pk|whsec)_\w+/g,
  /\bCG-\w{10,}/g,
  // Codes of mails, and random secrets: 256 bits in base64url or hexadecimal.
  /(?<![\w-])[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}(?![\w-])/g,
  /(?<![\w-])(?:[\w-]{43}|[\da-f]{32}|[\da-f]{64})(?![\w-])/g,
];

/** The line without anything that looks like an address, code, link, token or key. */
export function hideSecrets(line: string): string {
  let text = line;
  for (const pattern of secrets) text = text.replace(pattern, hidden);
  return text;
}
