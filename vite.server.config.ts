import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { toAscii } from './scripts/ascii-text.mjs';
import { serverThreads } from './scripts/server-process.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const outDir = 'dist/server';

const bundleOf = new Map(Object.entries(serverThreads).map(([name, file]) => [file, `${name}.js`]));

const pathOf = (file: string) => relative(root, file).replaceAll(sep, '/');

/** Lets modules still find the files beside their sources: icons, fonts, and threads that are not bundled. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      const path = pathOf(id);
      if (!/^(?:server|contract)\//.test(path) || !code.includes('import.meta.url')) return undefined;
      const url = `new URL(${JSON.stringify(`../../${path}`)}, import.meta.url).href`;
      const placed = code
        .replaceAll(/new URL\(["']([^"']+)["'], import\.meta\.url\)/g, (text, file: string) => {
          const bundle = bundleOf.get(pathOf(join(dirname(id), file)));
          return bundle ? `new URL("./${bundle}", import.meta.URL)` : text;
        })
        .replaceAll('import.meta.url', url)
        .replaceAll('import.meta.URL', 'import.meta.url');
      return { code: placed, map: null };
    },
  };
}

/** Leaves packages that are loaded on first use out of the bundle. */
function leaveLazyPackages(): Plugin {
  return {
    name: 'leave-lazy-packages',
    enforce: 'pre',
    resolveId(source, importer, { kind }: { kind?: string }) {
      const isOurs = relative(root, importer ?? '').startsWith('server');
      if (kind !== 'dynamic-import' || !isOurs || !/^[@\w]/.test(source)) return undefined;
      return { id: source, external: true };
    },
  };
}

/** A single character beyond Latin 1 would make the whole text take two bytes per character in memory. */
function escapeCharacters(): Plugin {
  return {
    name: 'escape-characters',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = toAscii(file.code);
    },
  };
}

/**
 * The server as one file: two thousand modules in as many files would take 25 MB more. With `--mode threads`, those of its
 * threads that hold the most, which would take 8 MB more each. Other threads, and the operator's tool, run from the
 * sources.
 */
export default defineConfig(({ mode }) => ({
  plugins: [leaveLazyPackages(), keepPlaces(), escapeCharacters()],
  // These packages read files of their own.
  ssr: { noExternal: true, external: ['@fastify/swagger', '@fastify/swagger-ui'] },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node24',
    // So that logged errors name functions and lines.
    minify: false,
    rolldownOptions: {
      preserveEntrySignatures: 'strict',
      input: mode === 'threads' ? serverThreads : { main: 'server/main.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
    },
  },
}));
