import { describe, expect, it, vi } from 'vitest';
import type { ApiKey } from '#contract/accounts/api-keys.ts';
import { describeKey } from './describe-key.ts';

const key: ApiKey = {
  id: '1',
  name: 'Script',
  access: 'read',
  lastFour: 'k3y5',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
};

describe('the description of an API key', () => {
  it.each(['America/Los_Angeles', 'UTC', 'Pacific/Auckland'])(
    'names its last local day in %s',
    (timeZone) => {
      vi.stubEnv('TZ', timeZone);
      const endOf = (day: string) => new Date(`${day}T23:59:59.999`).toISOString();
      expect(describeKey({ ...key, expiresAt: endOf('2999-12-31') })).toBe(
        'Read only · ends in k3y5 · until 31 Dec 2999',
      );
      expect(describeKey({ ...key, expiresAt: endOf('2026-03-01') })).toContain('expired 1 Mar 2026');
    },
  );

  it('leaves out what is not known', () => {
    expect(describeKey({ ...key, access: 'full', lastFour: null })).toBe('Read and change');
  });
});
