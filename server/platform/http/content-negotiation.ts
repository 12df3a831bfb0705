/** The encodings a body is kept in, the one we would rather send first. */
export const contentEncodings = ['br', 'gzip', 'identity'] as const;
export type ContentEncoding = (typeof contentEncodings)[number];

/** Weight of each coding named in an Accept-Encoding header; a weight that cannot be read counts as 0. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    if (coding === '') continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return weights;
}

/** Below the smallest weight a header can give, 0.001. */
const leastWeight = 0.0001;

function chooseFrom(header: string): ContentEncoding {
  const weights = parseWeights(header);
  const any = weights.get('*');
  // RFC 9110 §12.5.3: identity is acceptable unless refused by name, or by `*` without being named.
  const weightOf = (encoding: ContentEncoding) =>
    weights.get(encoding) ?? any ?? (encoding === 'identity' ? leastWeight : 0);
  let best: ContentEncoding = 'identity';
  let bestWeight = 0;
  for (const encoding of contentEncodings) {
    if (weightOf(encoding) <= bestWeight) continue;
    best = encoding;
    bestWeight = weightOf(encoding);
  }
  return best;
}

// Browsers send a handful of different headers; anything beyond this many is computed each time.
const remembered = new Map<string, ContentEncoding>();
const maxRemembered = 64;

/**
 * The encoding to answer with for an Accept-Encoding header: the highest weight, brotli before gzip before identity
 * where weights are equal. Identity where the header is absent, or refuses everything (a body is worth more than a 406).
 */
export function chooseEncoding(header: string | undefined): ContentEncoding {
  if (!header) return 'identity';
  const known = remembered.get(header);
  if (known) return known;
  const chosen = chooseFrom(header);
  if (remembered.size < maxRemembered && header.length <= 100) remembered.set(header, chosen);
  return chosen;
}
