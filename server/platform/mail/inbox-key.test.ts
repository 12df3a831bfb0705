import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailModule } from './module.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'altimeter-inbox-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function createModule(config: { smtpUrl?: string; trustedProxies?: number } = {}) {
  const { smtpUrl, trustedProxies = 0 } = config;
  const unused = {} as never;
  return createMailModule({
    config: { mail: { smtpUrl, from: 'a@b.example' }, dataDir, trustedProxies },
    outbox: unused,
    clock: { now: () => 0 },
    logger: unused,
  });
}

const path = () => join(dataDir, 'inbox-key');

describe('the key of the local inbox', () => {
  it('has 128 random bits, which change with each start', () => {
    const keys = [createModule().inboxKey!, createModule().inboxKey!];
    expect(keys[0]).not.toBe(keys[1]);
    for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(16);
  });

  it('is in a file that only its owner can read, whatever was there before', async () => {
    writeFileSync(path(), 'an old key', { mode: 0o666 });
    const { jobs, inboxKey } = createModule();
    for (const job of jobs!) await job.prepare?.();
    expect(readFileSync(path(), 'utf8')).toBe(`${inboxKey}\n`);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('does not exist if e-mails are sent, or behind a proxy', () => {
    expect(createModule({ smtpUrl: 'smtp://127.0.0.1:9' }).inboxKey).toBeUndefined();
    expect(createModule({ trustedProxies: 1 })).toMatchObject({ inboxKey: undefined });
  });
});
