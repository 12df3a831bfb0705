import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type GuideName, guideNames, guidePath, guides } from '#contract/guides.ts';
import { type EncodedBody, encodeBody } from '#server/platform/cache/encoded-body.ts';
import { sendEncoded } from '#server/platform/cache/send-encoded.ts';
import { AppError } from '#server/platform/http/app-error.ts';

const builtGuides = new URL('../../dist/guides/', import.meta.url);

/** `GET /guides/NAME.pdf`: the guides from the build, each read once. */
export function registerGuideRoutes(app: FastifyInstance, folder: URL = builtGuides): void {
  const bodies = new Map<GuideName, EncodedBody>();

  async function readGuide(name: GuideName): Promise<EncodedBody> {
    const kept = bodies.get(name);
    if (kept) return kept;
    const bytes = await readFile(new URL(`${name}.pdf`, folder)).catch(() => undefined);
    if (!bytes) throw new AppError('not_found', 'This guide was not built.');
    const body = await encodeBody(bytes, { contentType: 'application/pdf', compress: false });
    bodies.set(name, body);
    return body;
  }

  for (const name of guideNames) {
    const headers = {
      'cache-control': 'public, max-age=3600',
      // Downloaded rather than shown, because our content security policy can block the browser's viewer.
      'content-disposition': `attachment; filename="${guides[name].title}.pdf"`,
    };
    app.get(guidePath(name), { schema: { hide: true } }, async (request, reply) =>
      sendEncoded(request, reply, await readGuide(name), headers),
    );
  }
}
