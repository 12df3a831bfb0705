import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { createClassNames } from './scripts/class-names.mjs';

/** Writes FILE.br and FILE.gz beside each text file of the build, so that requests do not pay for compression. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: () => {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(?:js|css|svg|json|txt|webmanifest)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        if (bytes.length < 1024) continue;
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        );
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

interface ModuleGraph {
  getModuleInfo(id: string): { importers: string[] } | null;
}

/** All modules that reach this one through static imports, and itself. */
function listUsers(id: string, graph: ModuleGraph): string[] {
  const seen = new Set<string>();
  const visit = (module: string) => {
    if (seen.has(module)) return;
    seen.add(module);
    graph.getModuleInfo(module)?.importers.forEach(visit);
  };
  visit(id);
  return [...seen];
}

/**
 * The file for a shared module. `app`: needed by every first view, because the entry imports it, or the market page and
 * another page do. `sign-in`: shared only by the sign-in and sign-up pages; one file, because the entry lists every file.
 */
function chooseFile(id: string, graph: ModuleGraph): 'app' | 'sign-in' | 'icons' | null {
  const users = listUsers(id, graph);
  // Icons share one file: that of the first view if the market page shows them.
  if (/[\\/]lucide-react[\\/].*[\\/]icons[\\/]/.test(id))
    return users.some((module) => /[\\/](?:entry-browser|pages[\\/]market-page)\.tsx$/.test(module))
      ? 'app'
      : 'icons';
  if (users.some((module) => /[\\/]entry-browser\.tsx$/.test(module))) return 'app';
  const pages = users.filter((module) => /[\\/]web[\\/]pages[\\/]/.test(module));
  if (pages.length < 2) return null;
  if (pages.some((page) => page.includes('market-page'))) return 'app';
  const isSignIn = (page: string) =>
    /[\\/](?:sign-in|sign-up|verify|forgot-password|account)-page\.tsx$/.test(page);
  return pages.every(isSignIn) ? 'sign-in' : null;
}

/** Parts of the query library that no first view uses, though the entry imports the library's index. */
const isLaterQueryCode = (id: string) =>
  /[\\/]@tanstack[\\/].*[\\/](?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js$/.test(
    id,
  );

/** The part of `chooseFile` that takes precedence. */
const chooseFirstView = (id: string, graph: ModuleGraph) =>
  !isLaterQueryCode(id) && chooseFile(id, graph) === 'app' ? 'app' : null;

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  plugins: [react(), !isSsrBuild && precompress()],
  resolve: {
    alias: [{ find: /^react-style-singleton$/, replacement: fileOf('web/ui/overlay/style-singleton.ts') }],
  },
  css: {
    // `light-dark()`, which nothing uses: its fallback would add variables to both themes.
    lightningcss: { exclude: 1 << 20 },
    modules: {
      localsConvention: 'camelCaseOnly',
      generateScopedName: command === 'build' ? createClassNames() : '[name]_[local]',
    },
  },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        // The server keeps the source text in memory: a fifth of it when minified.
        minify: true,
        target: 'node24',
        rolldownOptions: { input: 'web/entry-server.tsx' },
      }
    : {
        outDir: 'dist/web',
        emptyOutDir: true,
        manifest: true,
        cssMinify: 'lightningcss',
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rolldownOptions: {
          input: 'web/entry-browser.tsx',
          // Reading `React.Component` has no side effect; without this, unused library classes would stay in the
          // bundle. Writing one has: React would no longer set text and attributes.
          treeshake: { propertyReadSideEffects: false },
          output: {
            // The first view lists every file that may load later, and hashes hardly compress.
            hashCharacters: 'base36',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            // A first view loads the entry, including what the market page shares, and its page: not one file per
            // shared module. Code shared only by other pages, such as account forms, stays out of it. The entry's file
            // contains its imports, so it must not await at its top level a page that does too.
            codeSplitting: {
              groups: [
                { name: chooseFirstView, debugName: 'first view', priority: 3 },
                { name: 'react-query', test: isLaterQueryCode, priority: 2 },
                // Pages of every kind have forms, so their shared code is not specific to `sign-in`.
                { name: 'forms', test: /[\\/]react-hook-form[\\/]/, priority: 2 },
                { name: chooseFile, debugName: 'shared', priority: 1 },
                // The first view lists every file that may load later: a few large ones cost it less.
                { name: 'alerts', test: /[\\/]web[\\/]alerts[\\/]/, minShareCount: 2 },
              ],
            },
          },
        },
      },
  // The server's bundle includes its libraries: nothing to resolve at run time, and only React's production build. In
  // development they are Node's own modules.
  ssr: command === 'build' ? { noExternal: true } : {},
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
}));
