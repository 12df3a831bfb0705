import { afterAll, vi } from 'vitest';

/* Loaded before each test file (`setupFiles`): files share a process, and none should see what another has replaced. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
