import { readFile } from 'node:fs/promises';
import type { PageAssets, PageRenderer } from './page-renderer.ts';

/** An entry of Vite's build manifest. */
export interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, ManifestChunk>>;

type ServerEntry = Pick<PageRenderer, 'render' | 'resolvePath'>;
interface EntryModule {
  renderPage: ServerEntry['render'];
  resolvePath: (path: string) => string;
}

const browserEntry = 'web/entry-browser.tsx';

/** Renders with the production build in a folder (a file URL that ends with a slash); it is read with the first page. */
export function createBuiltRenderer(dist: URL): PageRenderer {
  let build: Promise<{ entry: EntryModule; manifest: Manifest }> | undefined;
  let manifest: Manifest = {};
  const load = () => {
    build ??= loadBuild(dist).then((loaded) => {
      manifest = loaded.manifest;
      return loaded;
    });
    return build;
  };
  return {
    resolvePath: async (path) => (await load()).entry.resolvePath(path),
    render: async (request) => (await load()).entry.renderPage(request),
    listAssets: (source) => listAssets(manifest, source),
    finish: async (_path, document) => document,
  };
}

async function loadBuild(dist: URL) {
  const [entry, manifest] = await Promise.all([
    import(new URL('server/entry-server.js', dist).href) as Promise<EntryModule>,
    readFile(new URL('web/.vite/manifest.json', dist), 'utf8'),
  ]);
  return { entry, manifest: JSON.parse(manifest) as Manifest };
}

/** What a page made of a source file loads, by the manifest: everything its modules import, each once. */
export function listAssets(manifest: Manifest, source: string): PageAssets {
  const entry = manifest[browserEntry];
  if (!entry) throw new Error(`The build's manifest does not name ${browserEntry}.`);
  const needed = new Set<ManifestChunk>();
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || needed.has(chunk)) return;
    needed.add(chunk);
    for (const imported of chunk.imports ?? []) collect(imported);
  };
  collect(browserEntry);
  collect(source);
  const chunks = [...needed];
  return {
    script: `/${entry.file}`,
    styles: unique(chunks.flatMap((chunk) => chunk.css ?? [])),
    modules: unique(chunks.filter((chunk) => chunk !== entry).map((chunk) => chunk.file)),
    fonts: unique(chunks.flatMap((chunk) => chunk.assets ?? [])).filter((file) => file.endsWith('.woff2')),
  };
}

function unique(files: readonly string[]): string[] {
  return [...new Set(files)].map((file) => `/${file}`);
}
