import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = dirname(fileURLToPath(import.meta.url));
const outDir = 'dist/server';

/** Lets modules still find the files beside their sources: threads, icons, fonts. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      const path = relative(root, id).replaceAll(sep, '/');
      if (!/^(?:server|contract)\//.test(path) || !code.includes('import.meta.url')) return undefined;
      const url = `new URL(${JSON.stringify(`../../${path}`)}, import.meta.url).href`;
      return { code: code.replaceAll('import.meta.url', url), map: null };
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

/**
 * The server as one file: two thousand modules in as many files would take 25 MB more. Threads, and the operator's tool,
 * run from the sources.
 */
export default defineConfig({
  plugins: [leaveLazyPackages(), keepPlaces()],
  // These packages read files of their own.
  ssr: { noExternal: true, external: ['@fastify/swagger', '@fastify/swagger-ui'] },
  build: {
    ssr: 'server/main.ts',
    outDir,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node24',
    // So that logged errors name functions and lines.
    minify: false,
    rolldownOptions: {
      output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js', comments: false },
    },
  },
});
