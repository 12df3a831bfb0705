import { describe, expect, it, vi } from 'vitest';
import { lazyModule } from './lazy-module.ts';

describe('lazyModule', () => {
  it('loads once for all callers', async () => {
    const load = vi.fn(async () => 'module');
    const lazy = lazyModule(load);
    expect(lazy.loaded).toBeUndefined();
    expect(await Promise.all([lazy.load(), lazy.load()])).toEqual(['module', 'module']);
    expect(lazy.loaded).toBe('module');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('retries after a failure when called again', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline'));
    const lazy = lazyModule(load.mockResolvedValue('module'));
    await expect(lazy.load()).rejects.toThrow('offline');
    await expect(lazy.flight).rejects.toThrow('offline');
    expect(load).toHaveBeenCalledTimes(1);
    expect(await lazy.load()).toBe('module');
  });
});
