import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ViteDevServer } from 'vite';
import type { PageRenderer } from './page-renderer.ts';

/** Renders straight from the sources, with hot reload. */
export interface DevelopmentRenderer extends PageRenderer {
  /** Answers a request for a source file; false if the request is for a page. */
  serveSource(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts Vite in this process. Only for `npm run dev`: production doesn't have Vite. */
export async function createDevelopmentRenderer(): Promise<DevelopmentRenderer> {
  const { createServer } = await import('vite');
  const vite = await createServer({ appType: 'custom', server: { middlewareMode: true } });
  const loadEntry = () =>
    vite.ssrLoadModule('/web/entry-server.tsx') as unknown as Promise<{
      renderPage: PageRenderer['render'];
      resolvePath: (path: string) => string;
      openPaths: readonly string[];
    }>;
  return {
    resolvePath: async (path) => (await loadEntry()).resolvePath(path),
    listOpenPaths: async () => (await loadEntry()).openPaths,
    render: async (request) => (await loadEntry()).renderPage(request),
    listAssets: () => ({
      script: '/web/entry-browser.tsx',
      styles: ['/web/ui/base.css', ...listModuleStyles(vite)],
      inlineStyles: '',
      modules: [],
    }),
    policyFor: () => null,
    finish: (path, document) => vite.transformIndexHtml(path, document),
    serveSource: (request, reply) =>
      new Promise((resolve) => {
        reply.raw.once('finish', () => resolve(true));
        vite.middlewares(request.raw, reply.raw, () => resolve(false));
      }),
    close: () => vite.close(),
  };
}

/** The styles of all modules rendered so far; without them a page is unstyled until its scripts have run. */
function listModuleStyles(vite: ViteDevServer): string[] {
  const { idToModuleMap } = vite.environments.ssr!.moduleGraph;
  return [...idToModuleMap.values()].map(({ url }) => url).filter((url) => url.endsWith('.module.css'));
}
