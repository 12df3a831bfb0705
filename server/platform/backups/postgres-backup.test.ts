import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { testDatabaseUrl } from '../../../tests/support/postgres.ts';
import { startTcpProxy } from '../../../tests/support/tcp-proxy.ts';
import { backUpPostgres, checkPostgresPrograms, executeScript, passOn } from './postgres-backup.ts';

describe("A failure of PostgreSQL's programs", () => {
  let folder = '';
  const server = () => ({ url: 'postgres://localhost/altimeter', environment: { PATH: folder } });
  const addProgram = (name: string, script: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const check = (script: string) => {
    addProgram('pg_dump', script);
    return checkPostgresPrograms(server());
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'altimeter-programs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("is reported with the first line of the program's own message", async () => {
    await expect(check('echo "no such option" >&2; echo "see --help" >&2; exit 1')).rejects.toThrow(
      'pg_dump failed: no such option',
    );
  });

  it('is reported with its exit code if the program says nothing', async () => {
    await expect(check('exit 3')).rejects.toThrow('pg_dump failed: it ended with exit code 3');
  });

  it('is reported even if psql ends while its script is still being read', async () => {
    const pid = join(folder, 'pid');
    addProgram('psql', `echo "unknown setting" >&2; echo $$ > ${pid}.new; /bin/mv ${pid}.new ${pid}; exit 3`);
    addProgram(
      'pg_restore',
      `until [ -e ${pid} ]; do :; done; read pid < ${pid}; while kill -0 $pid 2>/dev/null; do :; done`,
    );
    await expect(executeScript(server(), 'backup.dump', '')).rejects.toThrow('psql failed: unknown setting');
  });

  it.skipIf(!testDatabaseUrl)('ends a backup whose server no longer answers', async () => {
    const url = new URL(testDatabaseUrl!);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
    onTestFinished(() => proxy.close());
    const started = join(folder, 'started');
    addProgram('pg_dump', `: > ${started}; exec /bin/sleep 600`);
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const checks = { everyMs: 10, limitMs: 500 };
    const backingUp = backUpPostgres({ ...server(), url: url.href }, join(folder, 'x.dump'), checks);
    backingUp.catch(() => undefined);
    await vi.waitUntil(() => existsSync(started));
    proxy.freeze();
    await expect(backingUp).rejects.toThrow('no longer answers');
  });
});

describe('The script of a restore', () => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const makeScript = (chunks: number) => Readable.from(Array.from({ length: chunks }, () => chunk));
  const runTurns = async () => {
    for (let at = 0; at < 1000; at += 1) await turn();
  };

  it('is read no faster than it is executed, and completely', async () => {
    const taken: number[] = [];
    let next = () => {};
    const executing = new Writable({
      write(part: Buffer, _encoding, done) {
        taken.push(part.length);
        next = done;
      },
    });
    passOn(makeScript(100), executing);
    await runTurns();
    expect(executing.writableLength).toBeLessThanOrEqual(2 * chunk.length);
    while (taken.length < 100) {
      next();
      await turn();
    }
    expect(executing.writableEnded).toBe(false);
  });

  it('is read to its end if executing it fails', async () => {
    const script = makeScript(100).pipe(new PassThrough());
    const executing = new Writable({ write: (_part, _encoding, done) => done(new Error('it has ended')) });
    passOn(script, executing);
    await runTurns();
    expect(script.readableEnded).toBe(true);
  });
});
