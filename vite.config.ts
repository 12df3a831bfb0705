import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { createClassNames } from './scripts/class-names.mjs';

/** Writes FILE.br and FILE.gz beside each text file of the build, so that no request pays for compression. */
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

/** Every module that leads to this one, itself among them, by no lazy way. */
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
 * The file that a shared module goes to. `app`: every first view needs it, because the entry imports it, or the market
 * page and another. `doors`: only the pages about getting in share it; one file, because the entry names each.
 */
function chooseFile(id: string, graph: ModuleGraph): 'app' | 'doors' | 'icons' | null {
  const users = listUsers(id, graph);
  // Icons have one file together: that of the first view where the market page shows them.
  if (/[\\/]lucide-react[\\/].*[\\/]icons[\\/]/.test(id))
    return users.some((module) => /[\\/](?:entry-browser|pages[\\/]market-page)\.tsx$/.test(module))
      ? 'app'
      : 'icons';
  if (users.some((module) => /[\\/]entry-browser\.tsx$/.test(module))) return 'app';
  const pages = users.filter((module) => /[\\/]web[\\/]pages[\\/]/.test(module));
  if (pages.length < 2) return null;
  if (pages.some((page) => page.includes('market-page'))) return 'app';
  const isDoor = (page: string) =>
    /[\\/](?:sign-in|sign-up|verify|forgot-password|account)-page\.tsx$/.test(page);
  return pages.every(isDoor) ? 'doors' : null;
}

/** The part of `chooseFile` that comes before all others. */
const chooseFirstView = (id: string, graph: ModuleGraph) => (chooseFile(id, graph) === 'app' ? 'app' : null);

export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  plugins: [react(), !isSsrBuild && precompress()],
  css: {
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
        // A fifth of the memory for a source text that the server keeps.
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
          // Reading `React.Component` does nothing; without this, each unused class of a library would stay.
          treeshake: { propertyReadSideEffects: false },
          output: {
            // A first view is the entry with what the market page shares, and its page: not a request for each shared
            // module. What only other pages share, such as the forms of accounts, is not the first view's to load.
            // The entry's file holds what it imports, so it must not wait at its top level for a page that does too.
            codeSplitting: {
              groups: [
                { name: chooseFirstView, debugName: 'first view', priority: 3 },
                // Forms are on pages of every kind, so what they share is not the doors' own.
                { name: 'forms', test: /[\\/]react-hook-form[\\/]/, priority: 2 },
                { name: chooseFile, debugName: 'shared', priority: 1 },
                // The first view names every file that may be loaded later: few larger ones cost it less.
                { name: 'alerts', test: /[\\/]web[\\/]alerts[\\/]/, minShareCount: 2 },
              ],
            },
          },
        },
      },
  // The server's bundle carries its libraries: nothing to resolve at run time, and React's production half alone.
  // In development they are Node's own modules.
  ssr: command === 'build' ? { noExternal: true } : {},
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
}));
