/*
 * Which parts may import which. Domains are listed from left to right: one may import those to its left, never one to its
 * right nor its neighbours, on the server and on the web alike. Every rule below follows from this list and from
 * the names of files; there are no exceptions.
 */
const domains = [
  ['market', 'news', 'accounts', 'learning', 'contact', 'site'],
  ['billing'],
  ['watchlist', 'portfolio', 'alerts', 'ads'],
  ['pages'],
  ['app'],
];
const everyDomain = domains.flat().join('|');

/** A domain never imports its neighbours or the domains to its right. */
const leftwards = domains.flatMap((level, index) =>
  level.map((domain) => ({
    name: `${domain}-imports-only-leftwards`,
    severity: 'error',
    from: { path: `^(server|web)/${domain}(/|\\.ts$)` },
    to: {
      path: `^(server|web)/(${domains.slice(index).flat().join('|')})(/|\\.ts$)`,
      pathNot: `^(server|web)/${domain}(/|\\.ts$)`,
    },
  })),
);

/** The files of the contract that contain no schemas. */
const plainContract =
  '^contract/(plans|decimal|alerts/alert-threshold|guides|units|currencies/(currency-text|currency-cookie|coin-currencies)|tax/(facts|max-other-portfolios|words))\\.ts$';

const forbidden = (name, from, to) => ({ name, severity: 'error', from, to });

export default {
  forbidden: [
    ...leftwards,

    forbidden('no-circles', {}, { circular: true }),
    forbidden('everything-resolves', {}, { couldNotResolve: true }),
    forbidden('sources-never-import-tests', {}, { path: '^(tests|scripts)/' }),
    // It shares no code with what makes the proofs, and can be read and run by itself.
    forbidden(
      'the-checker-imports-only-itself',
      { path: '^web/portfolio/proof/check/' },
      { pathNot: '^web/portfolio/proof/check/' },
    ),

    forbidden(
      'contract-imports-only-zod',
      { path: '^contract/' },
      { pathNot: ['^contract/', '^node_modules/zod/'] },
    ),
    forbidden('server-never-imports-web', { path: '^server/' }, { path: '^web/' }),
    forbidden('web-never-imports-server', { path: '^web/' }, { path: '^server/' }),
    // Schemas cost the browser zod; it needs only the types, and the values of files that import nothing.
    forbidden(
      'web-takes-only-types-of-the-contract',
      { path: '^web/' },
      { path: '^contract/', pathNot: plainContract, dependencyTypesNot: ['type-only'] },
    ),
    forbidden(
      'plain-contract-imports-only-its-like',
      { path: plainContract },
      { pathNot: plainContract, dependencyTypesNot: ['type-only'] },
    ),

    forbidden(
      'platform-knows-no-domain',
      { path: '^server/platform/' },
      { path: '^server/', pathNot: '^server/platform/' },
    ),
    forbidden(
      'domains-are-entered-by-their-service',
      { path: `^server/(${everyDomain})/` },
      { path: `^server/(${everyDomain})/`, pathNot: ['^server/$1/', '/service\\.ts$'] },
    ),
    forbidden(
      'domains-do-not-know-who-wires-them',
      { path: `^server/(${everyDomain})/`, pathNot: '/main\\.ts$' },
      { path: ['^server/(app|main|start-server|admin)\\.ts$', '^server/admin/'] },
    ),
    // The process knows the application, the application knows the modules, and nobody else does.
    forbidden(
      'the-process-knows-no-domain',
      { path: '^server/(main|start-server)\\.ts$' },
      { path: `^server/(${everyDomain})/` },
    ),
    forbidden(
      'the-app-enters-domains-by-their-module',
      { path: ['^server/(app|admin)\\.ts$', '^server/admin/'] },
      { path: `^server/(${everyDomain})/`, pathNot: `^server/(${everyDomain})/module\\.ts$` },
    ),
    forbidden(
      'only-the-app-imports-modules',
      { path: '^server/', pathNot: ['^server/(app|admin)\\.ts$', '^server/admin/'] },
      { path: '^server/.+/module\\.ts$', pathNot: '^server/platform/module\\.ts$' },
    ),
    forbidden(
      'the-rest-imports-no-module-shape',
      { path: `^server/(${everyDomain})/`, pathNot: '/module\\.ts$' },
      { path: '^server/platform/(module|shared-parts)\\.ts$' },
    ),
    forbidden(
      'only-modules-and-routes-import-routes',
      { path: '^server/', pathNot: ['(module|routes?)\\.ts$', '^server/app\\.ts$'] },
      { path: `^server/(${everyDomain})/.*routes?\\.ts$` },
    ),
    forbidden(
      'only-stores-touch-storage',
      { path: `^server/(${everyDomain})/`, pathNot: 'store\\.ts$' },
      { path: ['^node_modules/(kysely|pg)/', '^(node:)?sqlite$'] },
    ),
    // A service opens the transaction, a store works in it, a module hands both the database.
    forbidden(
      'only-stores-services-and-modules-see-the-database',
      { path: `^server/(${everyDomain})/`, pathNot: '(store|service|module)\\.ts$' },
      { path: '^server/platform/database/(database|transact)\\.ts$' },
    ),
    forbidden('routes-never-import-a-store', { path: '^server/.+routes?\\.ts$' }, { path: 'store\\.ts$' }),
    forbidden(
      'routes-keep-to-their-domain',
      { path: `^server/(${everyDomain})/.*routes?\\.ts$` },
      { path: `^server/(${everyDomain})/`, pathNot: '^server/$1/' },
    ),
    forbidden(
      'services-know-no-http',
      { path: '^server/.+service\\.ts$' },
      { path: ['routes?\\.ts$', '^node_modules/(fastify|@fastify)/', '^(node:)?(http|https|process)$'] },
    ),
    forbidden(
      'stores-know-only-the-database',
      { path: '^server/(.+/)[^/]*store\\.ts$' },
      {
        path: ['(routes?|service|store)\\.ts$', '^node_modules/(fastify|@fastify)/', '^(node:)?https?$'],
        // A long store is split into several files.
        pathNot: '^server/$1[^/]+-store\\.ts$',
      },
    ),

    forbidden(
      'ui-and-lib-know-no-domain',
      { path: '^web/(ui|lib)/' },
      { path: '^web/', pathNot: '^web/(ui|lib)/' },
    ),
    forbidden('lib-draws-nothing', { path: '^web/lib/' }, { path: '^web/ui/' }),
    forbidden(
      'pages-do-not-know-each-other',
      { path: '^web/pages/([^/]+)' },
      { path: '^web/pages/', pathNot: '^web/pages/$1' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$' },
    // Type imports count too, because they also make one part depend on another.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};
