import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkPostgresPrograms } from './postgres-backup.ts';

describe("A failure of PostgreSQL's programs", () => {
  let folder = '';
  const check = (script: string) => {
    writeFileSync(join(folder, 'pg_dump'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return checkPostgresPrograms({ url: 'postgres://localhost/altimeter', environment: { PATH: folder } });
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
});
