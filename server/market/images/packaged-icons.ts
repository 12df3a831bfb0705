import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EncodedBody, encodeBody } from '#server/platform/cache/encoded-body.ts';

const folder = fileURLToPath(new URL('icons', import.meta.url));
const contentType = 'image/svg+xml';

/** The icons packaged with Altimeter, by coin id; undefined if a coin has none. */
export function createPackagedIcons(): (coinId: string) => Promise<EncodedBody> | undefined {
  const files = readdirSync(folder).filter((name) => name.endsWith('.svg'));
  const ids = new Set(files.map((name) => name.slice(0, -'.svg'.length)));
  const encoded = new Map<string, Promise<EncodedBody>>();
  return (coinId) => {
    const id = coinId.toLowerCase();
    // Only ids that match our own file names are used in a path.
    if (!ids.has(id)) return undefined;
    let body = encoded.get(id);
    if (!body) {
      body = readFile(join(folder, `${id}.svg`)).then((svg) => encodeBody(svg, { contentType }));
      encoded.set(id, body);
    }
    return body;
  };
}
