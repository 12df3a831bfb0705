import { readFile } from 'node:fs/promises';
import { memoizeByKey } from '#server/platform/cache/memoize.ts';
import { pagePolicy } from './page-policy.ts';
import type { PageAssets, PageRenderer } from './page-renderer.ts';
import { createStylePicker, parseStyles, type StyleTree } from './style-picker.ts';
import { rootMarks } from './theme-script.ts';

/** URLs of the build's files. */
type BuiltAssets = Pick<PageAssets, 'script' | 'styles' | 'modules'>;

/** An entry of Vite's build manifest. */
export interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, ManifestChunk>>;

interface EntryModule {
  renderPage: PageRenderer['render'];
  resolvePath: (path: string) => string;
  openPaths: readonly string[];
}

const browserEntry = 'web/entry-browser.tsx';

/** More than there are pages. */
const maxPickers = 50;

/** Renders with the production build in `dist`, a file URL ending with a slash. Reads the build at the first call. */
export function createBuiltRenderer(dist: URL): PageRenderer {
  let build: ReturnType<typeof loadBuild> | undefined;
  let manifest: Manifest = {};
  let styleTrees: StyleTrees = new Map();
  const load = () => {
    build ??= loadBuild(dist).then((loaded) => {
      ({ manifest, styleTrees } = loaded);
      return loaded;
    });
    return build;
  };
  const pickerFor = memoizeByKey((addresses: string) => {
    const tree = addresses.split(' ').flatMap((address) => styleTrees.get(address) ?? []);
    return createStylePicker(tree, rootMarks);
  }, maxPickers);
  return {
    resolvePath: async (path) => (await load()).entry.resolvePath(path),
    listOpenPaths: async () => (await load()).entry.openPaths,
    render: async (request) => (await load()).entry.renderPage(request),
    listAssets: (source, html) => {
      const assets = listAssets(manifest, source);
      // Add the elements around the page's own, because their styles are needed too.
      const inlineStyles = pickerFor(assets.styles.join(' '))(`<html><body><div id="root">${html}`);
      return { ...assets, inlineStyles };
    },
    policyFor: ({ inlineStyles }) => pagePolicy(inlineStyles),
    finish: async (_path, document) => document,
  };
}

/** The build's stylesheets by URL. */
type StyleTrees = ReadonlyMap<string, StyleTree>;

async function loadBuild(dist: URL) {
  const [entry, manifestText] = await Promise.all([
    import(new URL('server/entry-server.js', dist).href) as Promise<EntryModule>,
    readFile(new URL('web/.vite/manifest.json', dist), 'utf8'),
  ]);
  const manifest = JSON.parse(manifestText) as Manifest;
  const styleTrees: StyleTrees = new Map(
    await Promise.all(
      unique(Object.values(manifest).flatMap((chunk) => chunk.css ?? [])).map(
        async (address) =>
          [address, parseStyles(await readFile(new URL(`web${address}`, dist), 'utf8'))] as const,
      ),
    ),
  );
  return { entry, manifest, styleTrees };
}

/** Lists what the page of a source file loads: its module and, according to the manifest, all imports, each once. */
export function listAssets(manifest: Manifest, source: string): BuiltAssets {
  const entry = manifest[browserEntry];
  if (!entry) throw new Error(`The build's manifest does not name ${browserEntry}.`);
  const seen = new Set([browserEntry]);
  // The entry comes first, because it declares the cascade layers. Then imports precede importers, whose styles win.
  const needed = [entry];
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    chunk.imports?.forEach(collect);
    needed.push(chunk);
  };
  entry.imports?.forEach(collect);
  collect(source);
  return {
    script: `/${entry.file}`,
    styles: unique(needed.flatMap((chunk) => chunk.css ?? [])),
    modules: unique(needed.filter((chunk) => chunk !== entry).map((chunk) => chunk.file)),
  };
}

function unique(files: readonly string[]): string[] {
  return [...new Set(files)].map((file) => `/${file}`);
}
