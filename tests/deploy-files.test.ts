import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '#server/config/read-config.ts';
import { secretVariables, variableSchemas } from '#server/config/variable-schemas.ts';
import { createMetrics } from '#server/platform/log/metrics.ts';
import { loadedLater } from '../scripts/build.mjs';
import { serverEnvironment, serverFlags, serverProgram } from '../scripts/server-process.mjs';
import { parseDockerfile } from './support/dockerfile.ts';

/*
 * The files of deploy/, Dockerfile and compose.yaml. Caddy, nginx and promtool check theirs if they are installed.
 * Nothing here needs a container engine.
 */

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const packages = JSON.parse(read('package.json')) as {
  version: string;
  optionalDependencies: Record<string, string>;
};

interface Service {
  image: string;
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  healthcheck?: unknown;
  read_only?: boolean;
  networks: string[];
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
  networks: Record<string, { internal?: boolean } | null>;
};
const servers = Object.entries(compose.services).filter(([name]) => name.startsWith('server-'));
const stages = parseDockerfile(read('Dockerfile'));
const last = stages.at(-1)!;
const valuesOf = (name: string) =>
  last.instructions.filter((one) => one.name === name).map(({ text }) => text);

it('the image uses the project’s version of Node, for any processor', () => {
  const [version] = new Set(Object.values(packages.optionalDependencies));
  expect(read('Dockerfile')).toContain(`ARG NODE_IMAGE=node:${version}-trixie-slim\n`);
  for (const { image } of stages) expect(image).toMatch(/^\$\{NODE_IMAGE\}$/);
  expect(stages.length).toBeGreaterThan(1);
  expect(read('Dockerfile')).not.toMatch(/amd64-|arm64-|x86_64|--platform/);
});

it('the image runs as an unprivileged user, has a health check and no build tools', () => {
  expect(valuesOf('USER')).toEqual(['1000:1000']);
  expect(valuesOf('HEALTHCHECK').join()).toContain('/healthz');
  expect(valuesOf('COPY')).toEqual(['--from=server /app ./']);
  const run = valuesOf('RUN').join('\n');
  for (const tool of ['/usr/local/lib/node_modules', 'bin/npm', 'bin/npx', 'bin/corepack']) {
    expect(run).toContain(tool);
  }
  expect(run).not.toMatch(/\b(gcc|g\+\+|make|python3?|build-essential|git)\b/);
  const server = stages.find(({ name }) => name === 'server')!;
  expect(server.instructions.map(({ text }) => text).join('\n')).toContain('npm ci --omit=dev');
});

it('the image starts the server as npm start does', () => {
  const [command = ''] = valuesOf('CMD');
  expect(JSON.parse(command)).toEqual(['node', ...serverFlags, serverProgram]);
  const environment = valuesOf('ENV').join(' ');
  const { NODE_COMPILE_CACHE: cache, ...others } = serverEnvironment;
  for (const [name, value] of Object.entries(others)) expect(environment).toContain(`${name}=${value}`);
  expect(environment).toContain(`NODE_COMPILE_CACHE=/app${cache.slice(root.length)}`);
});

it('code run by threads or loaded on demand is compiled into the image, whose root is read-only', () => {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' });
  const named = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...read(join('server', file)).matchAll(laterModule)].map(([, path = '']) =>
        path.startsWith('#') ? path.replace('#server/', '') : join(dirname(file), path),
      ),
    );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !loadedLater.includes(path))).toEqual([]);
});

it('every file that the image copies exists and is sent to the build', () => {
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const copies = stages.flatMap(({ instructions }) => instructions.filter(({ name }) => name === 'COPY'));
  const sources = copies
    .filter(({ text }) => !text.startsWith('--from'))
    .flatMap(({ text }) => text.split(/\s+/).slice(0, -1));
  for (const source of sources.filter((path) => path !== '.')) {
    expect(existsSync(join(root, source)), source).toBe(true);
    expect(allowed).toContain(source);
  }
  for (const path of allowed) expect(existsSync(join(root, path)), path).toBe(true);
  expect(read('.dockerignore').split('\n')).toContain('*');
});

it('compose.yaml starts three servers, Caddy, PostgreSQL and Valkey, each with a version and a health check', () => {
  expect(servers).toHaveLength(3);
  expect(Object.keys(compose.services)).toEqual(
    expect.arrayContaining(['server-1', 'server-2', 'server-3', 'caddy', 'postgres', 'valkey']),
  );
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service.image, name).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)?$/);
    // The health check of the servers is in the image.
    if (!name.startsWith('server-')) expect(service, name).toHaveProperty('healthcheck.test');
  }
  for (const [, service] of servers) expect(service.image).toBe(`altimeter:${packages.version}`);
});

it('each server has a folder of its own, secrets as files and a read-only root', () => {
  const folders = servers.map(([, { volumes = [] }]) => volumes.find((volume) => volume.endsWith(':/data')));
  expect(new Set(folders).size).toBe(3);
  for (const [, service] of servers) {
    expect(service.read_only).toBe(true);
    for (const [name, value] of Object.entries(service.environment ?? {})) {
      const variable = name.replace(/_FILE$/, '');
      expect(Object.keys(variableSchemas)).toContain(variable);
      if (!secretVariables.has(variable as keyof typeof variableSchemas)) continue;
      expect(name).toMatch(/_FILE$/);
      const [, secret = ''] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? [];
      expect(service.secrets).toContain(secret);
    }
  }
});

it('all volumes, networks, secrets and files named by compose.yaml exist; Valkey evicts nothing', () => {
  for (const [name, { volumes = [], secrets = [], networks }] of Object.entries(compose.services)) {
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./')) expect(existsSync(join(root, source)), `${name}: ${source}`).toBe(true);
      else expect(Object.keys(compose.volumes), name).toContain(source);
    }
    for (const secret of secrets) expect(Object.keys(compose.secrets), name).toContain(secret);
    for (const network of networks) expect(Object.keys(compose.networks), name).toContain(network);
  }
  expect(compose.networks.back).toEqual({ internal: true });
  // Counters must not be evicted.
  expect(read('compose.yaml')).toContain('--maxmemory-policy noeviction');
  expect(read('docs/servers.md')).toContain('`maxmemory-policy noeviction`');
  for (const name of ['postgres', 'valkey']) expect(compose.services[name]!.networks).toEqual(['back']);
});

it('the guide restores and upgrades the database of the service', () => {
  const guide = read('docs/deploy.md');
  const steps = ['Restoring', 'Upgrading'].map((name) => {
    const [, text = ''] = guide.split(`\n## ${name}\n`);
    return text.split('\n## ')[0]!;
  });
  const unit = read('deploy/altimeter.service');
  const [, folder] = /^Environment=DATA_DIR=(.*)$/m.exec(unit)!;
  const [, user] = /^User=(.*)$/m.exec(unit)!;
  for (const text of steps) {
    const byHand = text.split('\n').filter((line) => line.includes('npm run admin'));
    expect(byHand.length).toBeGreaterThan(1);
    for (const line of byHand)
      expect(line.trim()).toMatch(`runuser -u ${user} -- env DATA_DIR=${folder} npm run admin -- `);
    expect(text).toMatch(
      /docker compose (?:run --rm|exec) server-1 node server\/admin\.ts backup verify \/backups\//,
    );
  }
  // Every docker compose command needs this.
  const [start] = /```sh\n[^`]*docker compose up[^`]*/.exec(guide)!;
  expect(start.indexOf("printf 'SITE_HOST=")).toBeLessThan(start.indexOf('docker compose'));
  expect(start).toContain(' > .env');
});

it('generated secrets are valid for the server, and are kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'altimeter-secrets-'));
  const make = () => {
    const { status, stdout } = spawnSync('sh', [join(root, 'deploy/make-secrets.sh')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    return stdout;
  };
  const secrets = join(folder, 'secrets');
  const readAll = () =>
    readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')] as const);
  expect(make()).toContain('smtp_url');
  const made = readAll();
  writeFileSync(join(secrets, 'smtp_url'), 'smtps://user:secret@mail.example');
  expect(make()).toBe('');
  expect(readAll()).toEqual(expect.arrayContaining([...made]));
  expect(readdirSync(secrets).sort()).toEqual(
    Object.values(compose.secrets)
      .map(({ file }) => file.replace('./secrets/', ''))
      .sort(),
  );
  const given = servers[0]![1].environment!;
  const env = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value
        .replace('/run/secrets', secrets)
        .replace(/\$\{SITE_HOST[^}]*\}/, 'altimeter.example')
        .replace(/\$\{\w+:-(\w+)\}/, '$1'),
    ]),
  );
  const config = loadConfig(env);
  expect(config.databaseUrl).toContain('@postgres:5432/altimeter');
  expect(config.redis?.url).toContain('@valkey:6379');
  expect(config.backups?.folder).toBe('/backups');
  rmSync(folder, { recursive: true });
});

it('Caddy and nginx pass events on immediately, check readiness and hide the metrics', () => {
  const caddy = read('deploy/Caddyfile');
  expect(caddy).toMatch(/flush_interval -1/);
  expect(caddy).toMatch(/health_uri \/readyz/);
  expect(caddy).toMatch(/respond \/metrics 404/);
  expect(countBraces(caddy)).toBe(0);
  const nginx = read('deploy/nginx.conf');
  const stream = /location = \/api\/stream \{[^}]*\}/.exec(nginx)![0];
  expect(stream).toMatch(/proxy_buffering off;/);
  expect(stream).toMatch(/proxy_read_timeout 1h;/);
  expect(nginx).toMatch(/location = \/metrics \{\s*return 404;/);
  expect(nginx).toMatch(/proxy_next_upstream error timeout http_503;/);
  expect(nginx).not.toContain('non_idempotent');
  expect(countBraces(nginx)).toBe(0);
});

it('Caddy accepts its file, if it is installed', () => {
  const file = join(root, 'deploy/Caddyfile');
  expect(check('caddy', ['validate', '--adapter', 'caddyfile', '--config', file])).toBe('fine');
});

it('nginx accepts its file, if it is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'altimeter-nginx-'));
  const given = read('deploy/nginx.conf').replace(/^\s*ssl_certificate(_key)? .*$/gm, '');
  // Without TLS, because there are no certificates here.
  const site = given.replaceAll(' ssl http2;', ' http2;');
  const main = `pid ${folder}/pid; error_log stderr; events {}\nhttp {\naccess_log off;\n${site}\n}\n`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  expect(check('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')])).toBe('fine');
  rmSync(folder, { recursive: true });
});

it('promtool accepts the rules and the configuration, if it is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'altimeter-prometheus-'));
  cpSync(join(root, 'deploy/prometheus'), folder, { recursive: true });
  const file = join(folder, 'prometheus.yml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('/run/secrets/metrics_token', file));
  expect(check('promtool', ['check', 'config', file])).toBe('fine');
  // Tests the rules for a server without Redis, and for one that has never made a backup.
  const rules = join(folder, 'rules-test.yml');
  writeFileSync(rules, JSON.stringify(rulesTest));
  expect(check('promtool', ['test', 'rules', rules])).toBe('fine');
  rmSync(folder, { recursive: true });
});

it('every metric in the rules and the dashboard exists', () => {
  const rules = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: { expr: string }[] }[] };
  const dashboard = JSON.parse(read('deploy/grafana/altimeter.json')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const expressions = [
    ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(30);
  const known = new Set([
    'up',
    ...listOwnMetrics(),
    ...createMetrics()
      .getMetricsAsArray()
      .map(({ name }) => name),
  ]);
  const named = new Set(expressions.flatMap(listMetrics));
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
  expect(named.size).toBeGreaterThan(20);
});

const rulesTest = {
  rule_files: ['alerts.yml'],
  evaluation_interval: '1m',
  tests: [
    {
      interval: '1m',
      input_series: [
        { series: 'redis_up{instance="a"}', values: '0x60' },
        { series: 'redis_up{instance="b"}', values: '1x60' },
        { series: 'backup_failures_total{instance="a"}', values: '0x60' },
      ],
      alert_rule_test: [
        {
          eval_time: '10m',
          alertname: 'RedisDown',
          exp_alerts: [
            {
              exp_labels: { severity: 'warning', instance: 'a' },
              exp_annotations: {
                summary: 'Redis does not answer a',
                description: 'Each server continues alone with its share of budgets and limits.',
              },
            },
          ],
        },
        {
          eval_time: '40m',
          alertname: 'BackupNeverMade',
          exp_alerts: [
            {
              exp_labels: { severity: 'critical' },
              exp_annotations: {
                summary: 'No backup has been made yet',
                description:
                  'BACKUP_DIR is set, but there is no backup of any server. The log has the reason.',
              },
            },
          ],
        },
      ],
    },
    {
      interval: '1m',
      input_series: [
        { series: 'backup_failures_total{instance="a"}', values: '0x60' },
        { series: 'backup_age_seconds{instance="a"}', values: '60x60' },
      ],
      alert_rule_test: [{ eval_time: '40m', alertname: 'BackupNeverMade', exp_alerts: [] }],
    },
  ],
};

/** The metrics in an expression, without the suffixes that Prometheus adds to histograms. */
function listMetrics(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on) \([^)]*\)|\bunless\b/g, ' ');
  const names = bare.match(/\b[a-z][a-z_0-9]*\b(?!\s*\()/g) ?? [];
  return names.map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
}

/** All metrics registered by the server's source files. */
function listOwnMetrics(): string[] {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return sources.flatMap((file) => {
    const text = read(join('server', file));
    if (!/prom-client|register-age/.test(text)) return [];
    return [...text.matchAll(/\bname: '([a-z_]+)'/g)].map(([, name]) => name!);
  });
}

/** Our own modules in `import('…')` and `new URL('…')`. */
const laterModule = /(?:\bawait import\(|new URL\()'((?:\.|#server\/)[^']*\.ts)'/g;

const countBraces = (text: string) =>
  [...text.replace(/#.*|\{\$[^}]*\}/g, '')].reduce(
    (depth, letter) => depth + (letter === '{' ? 1 : letter === '}' ? -1 : 0),
    0,
  );

/** Checks a file with its program. Returns `fine` if it passes or the program is not installed, else the output. */
function check(program: string, args: readonly string[]): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  if (!folders.some((folder) => existsSync(join(folder, program)))) return 'fine';
  const PATH = folders.join(delimiter);
  const { status, stderr, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH, HOME: tmpdir() },
  });
  return status === 0 ? 'fine' : stderr + stdout;
}
