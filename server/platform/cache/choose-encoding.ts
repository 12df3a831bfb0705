import { negotiate } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** Stored encodings, preferred first. `x-gzip` is an old name for gzip. */
const codings = ['br', 'gzip', 'x-gzip', 'identity'].map((name) => ({
  name,
  // The negotiator would choose a coding that is refused by name if `*` is also present.
  refusal: new RegExp(`(?:^|,)\\s*${name}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`),
}));

/** Browsers send only a handful of different headers. */
const chosenByHeader = new LRUCache<string, ContentEncoding>({ max: 64 });
const maxCachedLength = 100;
/** The rest of a longer header is ignored: reading 16 KB of it takes several times as long as all else. */
const maxReadLength = 500;

/**
 * Chooses the encoding for an Accept-Encoding header: the highest weight, then brotli before gzip before identity.
 * Identity if the header is absent or refuses everything, because a body is better than a 406.
 */
export function chooseEncoding(header: string | undefined): ContentEncoding {
  if (!header) return 'identity';
  const known = chosenByHeader.get(header);
  if (known) return known;
  const chosen = choose(header.slice(0, maxReadLength).toLowerCase());
  if (header.length <= maxCachedLength) chosenByHeader.set(header, chosen);
  return chosen;
}

function choose(header: string): ContentEncoding {
  const offered = codings.filter(({ refusal }) => !refusal.test(header)).map(({ name }) => name);
  const coding = negotiate(header, offered);
  if (coding === 'br') return 'br';
  return coding === 'gzip' || coding === 'x-gzip' ? 'gzip' : 'identity';
}
