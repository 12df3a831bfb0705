import { afterAll, vi } from 'vitest';

/* Loaded before each test file (`setupFiles`): files share a process, and must not see globals replaced by another. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
