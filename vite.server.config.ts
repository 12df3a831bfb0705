import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = dirname(fileURLToPath(import.meta.url));
const outDir = 'dist/server';

/** Modules go on finding the files beside their sources: threads, icons, fonts. */
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

/** Packages that are loaded at their first use stay packages. */
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
  // They read files of their own.
  ssr: { noExternal: true, external: ['@fastify/swagger', '@fastify/swagger-ui'] },
  build: {
    ssr: 'server/main.ts',
    outDir,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node24',
    // Faults are logged with names and places.
    minify: false,
    rolldownOptions: {
      output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js', comments: false },
    },
  },
});
